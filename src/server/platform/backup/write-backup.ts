import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { BackupKind, BackupProgress } from '../../../contract/platform/backups.ts'
import { existingTables } from '../db/existing-tables.ts'
import { isCurrent, lastMigration, newerMigrations } from '../db/migrate.ts'
import type { BackedUpTable, Db } from '../db/schema.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { ifMissing } from '../if-missing.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import type { BackupStore } from './backup-store.ts'
import { createFolderBackups, UNFINISHED } from './folder-backups.ts'
import { backedUpNames, MANIFEST, type Manifest } from './manifest.ts'
import { readRows } from './read-rows.ts'
import { verifyBackup } from './verify-backup.ts'

export type WriteBackupOptions = {
  /** A separate connection: on SQLite the snapshot would block other users of it. */
  db: Db
  media: BlobStorage
  /** Local folder for the unfinished archive, and for the finished one without a `store`. */
  backupDir: string
  store?: BackupStore
  now: Date
  kind?: BackupKind
  /** The time of the backup that is restored after this one. */
  restoreOf?: string
  onProgress?: (progress: BackupProgress) => void
  /** Aborts between two parts and leaves no files behind. */
  signal?: AbortSignal
}

type Part = { name: string; file: string; sha256: string; size: number }

/** In milliseconds; longer than any backup takes. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000

/**
 * Writes an archive of a consistent snapshot of the database and the image sources, verifies it, and only then stores it
 * under its final name, which it returns. The site may write meanwhile.
 */
export async function writeBackup(options: WriteBackupOptions): Promise<string> {
  const { db, media, backupDir, now, kind = 'manual', restoreOf, onProgress = () => {}, signal } = options
  const { store = createFolderBackups(backupDir) } = options
  // Contains all data of the site, so only this user account may read it.
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  await store.removeUnfinished(new Date(now.getTime() - ABANDONED_AFTER))
  const folder = await mkdtemp(path.join(backupDir, UNFINISHED))
  const reportProgress = (step: BackupProgress['step'], part: number) => {
    signal?.throwIfAborted()
    onProgress({ step, part })
  }
  try {
    const { tables, migration } = await inSnapshot(db, async (snapshot) => {
      // It may have tables that would be missing in the backup.
      if ((await newerMigrations(snapshot)).length > 0)
        throw new Error('The database is of a newer version of the program, which makes its backups.')
      const written: (Part & { table: string; rows: number })[] = []
      const names = await tablesOf(snapshot)
      for (const [index, table] of names.entries()) {
        reportProgress('reading', index / names.length)
        written.push({ table, ...(await writeTable(snapshot, table, folder)) })
      }
      return { tables: written, migration: await lastMigration(snapshot) }
    })
    const files = await findSources(media, folder, () => reportProgress('reading', 1))
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      migration,
      tables: tables.map(({ file: _, ...part }) => part),
      files: files.map(({ file: _, ...part }) => part),
      ...(restoreOf !== undefined && { restoreOf }),
    }
    const parts: Part[] = [...tables, ...files]
    const total = parts.reduce((sum, { size }) => sum + size, 1)
    const archive = path.join(folder, 'archive')
    await writeArchive(archive, manifest, parts, (done) => reportProgress('packing', done / total))
    let checked = 0
    await verifyBackup(archive, (count) => {
      checked += count
      reportProgress('checking', checked / total)
    })
    const name = backupNameOf(now, kind)
    signal?.throwIfAborted()
    await store.add(archive, name, signal)
    return name
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Before an upgrade the newest tables may be missing, otherwise none. */
async function tablesOf(db: Db): Promise<BackedUpTable[]> {
  if (await isCurrent(db)) return backedUpNames
  const there = await existingTables(db)
  return backedUpNames.filter((name) => there.has(name))
}

/** The name of a backup. Ends in a random token so the URL cannot be guessed. */
export function backupNameOf(now: Date, kind: BackupKind): string {
  const time = now.toISOString()
  return `dewlight-${time.slice(0, 10)}-${time.slice(11, 19).replaceAll(':', '')}-${randomBytes(3).toString('hex')}${kind === 'manual' ? '' : `-${kind}`}.tar.gz`
}

async function writeTable(db: Db, table: BackedUpTable, folder: string): Promise<Part & { rows: number }> {
  const file = path.join(folder, `${table}.jsonl`)
  const hash = createHash('sha256')
  let rows = 0
  let size = 0
  await pipeline(
    async function* lines() {
      for await (const batch of readRows(db, table)) {
        rows += batch.length
        const text = Buffer.from(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
        hash.update(text)
        size += text.length
        yield text
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  )
  return { name: `database/${table}.jsonl`, file, rows, size, sha256: hash.digest('hex') }
}

/** The image sources, from which all other media are generated. Remote ones are downloaded into `folder`. */
async function findSources(media: BlobStorage, folder: string, onEach: () => void): Promise<Part[]> {
  const parts: Part[] = []
  const copies = path.join(folder, 'media')
  await mkdir(copies, { mode: 0o700 })
  for (const { key } of await media.listSources()) {
    onEach()
    const file = await media.copySource(key, copies)
    // Deleted since it was listed.
    const found = file && (await stat(file).catch(ifMissing(undefined)))
    if (!found) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    parts.push({ name: `media/${key}/source`, file, size: found.size, sha256: hash.digest('hex') })
  }
  return parts
}

async function writeArchive(
  archive: string,
  manifest: Manifest,
  parts: Part[],
  onDone: (bytes: number) => void,
): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 6 }), createWriteStream(archive, { mode: 0o600 }))
  const filled = fill(tar, manifest, parts, onDone).catch((error: unknown) => {
    tar.destroy(error as Error)
    throw error
  })
  await Promise.all([filled, written])
  // Flushed to disk before the rename.
  const handle = await open(archive)
  await handle.sync()
  await handle.close()
}

async function fill(tar: Pack, manifest: Manifest, parts: Part[], onDone: (bytes: number) => void): Promise<void> {
  tar.entry({ name: MANIFEST }, `${JSON.stringify(manifest, null, 2)}\n`)
  let bytes = 0
  for (const { name, file, size } of parts) {
    onDone(bytes)
    await pipeline(createReadStream(file), tar.entry({ name, size }))
    bytes += size
  }
  tar.finalize()
}
