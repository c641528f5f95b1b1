import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { RestoreStep } from '../../../contract/platform/backups.ts'
import { fillPasskeyHosts } from '../../accounts/auth/passkeys.repo.ts'
import { hasUsers } from '../../accounts/users/users.repo.ts'
import { keepFeedOrigin } from '../../content/feeds/feed-ids.repo.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { RESTORING } from '../../platform/backup/replace-damaged.ts'
import { replaceRows } from '../../platform/backup/replace-rows.ts'
import { drain, restoreBackup, writeSource } from '../../platform/backup/restore-backup.ts'
import { findRestore, type StoredRestore, saveRestore } from '../../platform/backup/restore-state.repo.ts'
import { readManifestOf, unpackedBytes, walkBackup } from '../../platform/backup/verify-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import type { Announce } from '../../platform/cdn/announce.ts'
import type { Config } from '../../platform/config.ts'
import { connect } from '../../platform/db/connect.ts'
import { newerMigrations } from '../../platform/db/migrate.ts'
import { PURGE_ALL, type Purge } from '../../platform/db/purge-notices.ts'
import type { Db } from '../../platform/db/schema.ts'
import { areWritesHeld } from '../../platform/db/write-hold.ts'
import { faultOf } from '../../platform/health/faults.ts'
import { makeJobDue } from '../../platform/jobs/jobs.repo.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { erasedSince, parseErasures } from '../erasures/erasure-list.ts'
import { noteDueErasures, repeatDueErasures, withErasuresOf } from '../erasures/repeat-erasures.ts'

export type RestoreSiteOptions = Pick<Config, 'origin' | 'isPublic' | 'isLocalOnly'> & {
  db: Db
  /** Opens another connection to the same database. */
  openDb: () => Db
  dataDir: string
  media: BlobStorage
  backupStore: BackupStore
  secrets: Secrets
  clock: () => Date
  log: Logger
  announce: Announce
  purge: (purges: readonly Purge[]) => void | Promise<void>
}

/** Shown of a restore whose process was stopped or killed. */
export const INTERRUPTED = 'It was interrupted.'

/**
 * Carries out the restore that the owner has started. A process that takes over after another one was killed only notes that: the
 * transaction of the killed one was rolled back. A failure is noted for the owner and not tried again.
 */
export async function runRestore(options: RestoreSiteOptions, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = options
  const asked = await findRestore(db)
  if (asked?.state !== 'running') return
  const now = () => clock().toISOString()
  const fail = (error: string) => saveRestore(db, { ...asked, state: 'failed', error, at: now() }, now())
  if (asked.isStarted) return fail(INTERRUPTED)
  const started = { ...asked, isStarted: true }
  await saveRestore(db, started, now())
  try {
    await restoreSite(options, started, signal)
  } catch (error) {
    log.error({ err: error, backup: asked.name }, 'a restore failed and nothing was changed')
    await fail(signal.aborted ? INTERRUPTED : sentenceOf(error))
  }
}

function sentenceOf(error: unknown): string {
  return faultOf(error)?.sentence ?? (error instanceof Error ? error.message : String(error))
}

/** In milliseconds, between two writes of the progress. */
const PROGRESS_MS = 300

async function restoreSite(options: RestoreSiteOptions, restore: StoredRestore, signal: AbortSignal): Promise<void> {
  const { db, openDb, dataDir, clock, purge } = options
  const report = createReport(db, restore, clock)
  const folder = await mkdtemp(path.join(dataDir, RESTORING))
  const staged = connect({ databaseUrl: undefined, dataDir: path.join(folder, 'site'), isBulk: true })
  const own = openDb()
  try {
    await checkSite(own)
    const file = await fetchArchive(options, { folder, name: restore.name, report, signal })
    const manifest = await readManifestOf(file)
    await checkRoom(folder, manifest)
    const total = unpackedBytes(manifest) + 1
    await restoreBackup(staged, undefined, file, {
      now: clock(),
      signal,
      onProgress: (step, bytes) => report(step, bytes / total),
    })
    await checkAccounts(staged, options)
    await addImages(options, { file, manifest, signal })
    await report.now('replacing')
    await replaceSite(options, { own, staged, restore, signal })
  } finally {
    await report.settled()
    await Promise.all([staged.destroy(), own.destroy()])
    await rm(folder, { recursive: true, force: true })
  }
  await purge([PURGE_ALL])
}

type Report = ReturnType<typeof createReport>

/** Stores the progress where every process reads it. It is not written while the database is locked. */
function createReport(db: Db, restore: StoredRestore, clock: () => Date) {
  let reportedAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()
  const save = (step: RestoreStep, part: number | null) => {
    reportedAt = performance.now()
    writing = writing.then(() => saveRestore(db, { ...restore, step, part }, clock().toISOString())).catch(() => {})
    return writing
  }
  const report = (step: RestoreStep, part: number) => {
    if (performance.now() - reportedAt >= PROGRESS_MS) void save(step, Math.min(part, 1))
  }
  return Object.assign(report, { now: (step: RestoreStep) => save(step, null), settled: () => writing })
}

async function checkSite(db: Db): Promise<void> {
  if (await areWritesHeld(db)) throw new Error('The site is being moved to another database.')
  if ((await newerMigrations(db)).length > 0)
    throw new Error('A newer version of the program has changed the database. Restore the backup with that version.')
}

type Fetching = { folder: string; name: string; report: Report; signal: AbortSignal }

/** A remote archive is downloaded. */
async function fetchArchive(
  { backupStore }: RestoreSiteOptions,
  { folder, name, report, signal }: Fetching,
): Promise<string> {
  const local = await backupStore.localFile(name)
  if (local !== undefined) return local
  const backup = await backupStore.read(name)
  if (!backup) throw new Error('The backup was deleted meanwhile.')
  const file = path.join(folder, 'archive')
  let bytes = 0
  await pipeline(
    backup.content,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        report('fetching', bytes / backup.size)
        yield chunk
      }
    },
    createWriteStream(file, { mode: 0o600 }),
    { signal },
  )
  return file
}

/** Its rows are written twice, and the log of the database holds them as well. */
async function checkRoom(folder: string, { tables, files }: Manifest): Promise<void> {
  const sum = (parts: { size: number }[]) => parts.reduce((bytes, { size }) => bytes + size, 0)
  const needed = 3 * sum(tables) + sum(files)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (needed > free)
    throw new Error(
      `The disk has no room: the restore needs ${inMegabytes(needed)} MB, and ${inMegabytes(free)} MB are free.`,
    )
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')

/** The password of the demo account is public, and on a site without an account no one could sign in. */
async function checkAccounts(staged: Db, { isLocalOnly }: RestoreSiteOptions): Promise<void> {
  if (!isLocalOnly) await staged.deleteFrom('users').where('is_demo', '=', true).execute()
  if (!(await hasUsers(staged))) throw new Error('The backup holds no account that could sign in here.')
}

type Adding = { file: string; manifest: Manifest; signal: AbortSignal }

/** Writes the images of the archive that the storage lacks. A key is the hash of its file, so that no stored one differs. */
async function addImages({ media }: RestoreSiteOptions, { file, manifest, signal }: Adding): Promise<void> {
  const names = new Set(manifest.files.map(({ name }) => name))
  await walkBackup(
    file,
    async () => {},
    async (name, content) => {
      signal.throwIfAborted()
      const key = name.split('/')[1] ?? ''
      if (!names.has(name) || (await media.hasSource(key))) await drain(content)
      else await writeSource(media, name, content)
    },
  )
}

type Replacing = {
  /** A connection for the transaction, which lasts long. */
  own: Db
  staged: Db
  restore: StoredRestore
  signal: AbortSignal
}

/** Keeps what is there as a backup and replaces it, while nothing else can be saved: nothing is in neither of them. */
async function replaceSite(options: RestoreSiteOptions, { own, staged, restore, signal }: Replacing): Promise<void> {
  const { openDb, media, backupStore: store, secrets, clock, announce, isPublic, origin } = options
  const kept = parseErasures(await store.readErasures())
  let erasures = kept
  await replaceRows(own, staged, {
    signal,
    async prepare(transaction) {
      erasures = await withErasuresOf(transaction, kept, secrets)
      const snapshots = openDb()
      try {
        await writeBackup({
          db: snapshots,
          media,
          backupDir: store.workDir,
          store,
          now: clock(),
          kind: 'restore',
          restoreOf: restore.createdAt,
          signal,
        })
      } finally {
        await snapshots.destroy()
      }
    },
    async finish(transaction) {
      const now = clock()
      await noteDueErasures(transaction, erasedSince(erasures, restore.createdAt), now)
      await repeatDueErasures(transaction, secrets)
      // A start does the same after an upgrade.
      if (isPublic) {
        await fillPasskeyHosts(transaction, new URL(origin).hostname)
        await keepFeedOrigin(transaction, origin, now.toISOString())
      }
      await makeJobDue(transaction, 'tidy-up', { now: now.toISOString(), isManual: false })
      const done = { ...restore, state: 'done', step: 'replacing', part: 1, at: now.toISOString() } as const
      await saveRestore(transaction, done, now.toISOString())
      await announce(transaction, [PURGE_ALL])
    },
  })
}
