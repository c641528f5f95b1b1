import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Problem } from '../../../contract/platform/problems.ts'
import { DatabaseUnreachable } from '../db/errors.ts'
import { isCurrent } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { type BlobStorage, StorageError, type StoreName } from '../storage/blob-storage.ts'
import { listImageKeys } from '../storage/image-keys.repo.ts'
import { within } from '../within.ts'
import { listDamage } from './database-check.ts'
import { type Fault, faultOf } from './faults.ts'

export type Health = {
  /** Returns and records the machine's fault that caused an error; undefined for an error of the program. */
  note(error: unknown): Fault | undefined
  /** Whether pages can be served; known within two seconds. */
  isReady(): Promise<boolean>
  /** Problems that need not prevent serving pages; those known before if they cannot be found out within two seconds. */
  problems(): Promise<Problem[]>
  /** Images without their file. Checks every file, so only for the owner. */
  missingImages(): Promise<Problem[]>
}

/** In milliseconds: how long a fault is reported after its last occurrence, and how long results are cached. */
const FAULT_MS = 10 * 60 * 1000
const CACHE_MS = 5000
const MEDIA_CACHE_MS = 60 * 1000
/** A load balancer waits for two seconds. */
const CHECK_MS = 1500
/** A store that needs longer is reported: the check itself may take longer than a load balancer waits. */
const STORE_CHECK_MS = 1000
/** Faults whose end a write to the database shows. */
const writeFaults = [
  ...(['moved', 'disk-full', 'read-only', 'locked', 'disk-error', 'unconfirmed', 'unreachable'] as const),
  'no-connection',
] as const
/** More than a page of the database, so that it needs space. */
const PROBE_CHARACTERS = 16 * 1024
/** Free bytes below which it is a problem. */
const NEARLY_FULL = 200 * 1024 * 1024

export type HealthOptions = {
  db: Db
  /** Where writes go; absent: `db`. */
  primaryDb?: Db
  dataDir: string | undefined
  media: BlobStorage | undefined
  /** The store of the backups, which is only checked after a fault. */
  backups?: { check(): Promise<void> }
  /** Whether purges of other hosts are known to arrive. */
  isInSync?: () => boolean
  /** Problems that others have found. */
  findOthers?: () => Problem[]
  /** Monotonic, in milliseconds: the system clock may be set back. */
  now?: () => number
}

type State = Required<Pick<HealthOptions, 'db' | 'primaryDb' | 'isInSync' | 'findOthers' | 'now'>> &
  Pick<HealthOptions, 'dataDir' | 'media' | 'backups'> & {
    /** Recorded faults by their kind. */
    faults: Map<string, { fault: Fault; at: number }>
    mediaCheckedAt: number
    cached: { at: number; problems: Promise<Problem[]> } | undefined
    known: Problem[]
  }

export function createHealth(options: HealthOptions): Health {
  const { db, dataDir, media, backups } = options
  const { primaryDb = db, isInSync = () => true, findOthers = () => [], now = () => performance.now() } = options
  const state: State = {
    db,
    primaryDb,
    dataDir,
    media,
    backups,
    isInSync,
    findOthers,
    now,
    faults: new Map(),
    mediaCheckedAt: Number.NEGATIVE_INFINITY,
    cached: undefined,
    known: [],
  }
  return {
    note: (error) => note(state, error),
    isReady: () => isReady(state),
    problems: () => listProblems(state),
    missingImages: () => findMissingImages(state),
  }
}

function note({ faults, now }: State, error: unknown): Fault | undefined {
  const fault = faultOf(error)
  if (fault) faults.set(fault.kind, { fault, at: now() })
  return fault
}

function isReady(state: State): Promise<boolean> {
  const fail = (error: unknown) => {
    note(state, error)
    return false
  }
  const isMigrated = isCurrent(state.db).catch(fail)
  return within(CHECK_MS, isMigrated, () => fail(new DatabaseUnreachable('the database did not respond in time')))
}

async function listProblems(state: State): Promise<Problem[]> {
  // The health check is public.
  if (!state.cached || state.now() - state.cached.at > CACHE_MS) {
    const problems = findProblems(state).then((found) => {
      state.known = found
      return found
    })
    state.cached = { at: state.now(), problems }
  }
  const own = await within(CHECK_MS, state.cached.problems, () => knownSoFar(state))
  const problems = [...own, ...state.findOthers()]
  return state.isInSync() ? problems : [...problems, outOfSync]
}

async function findProblems(state: State): Promise<Problem[]> {
  const { db, dataDir } = state
  await Promise.all([checkMedia(state), checkBackups(state), probeWrites(state)])
  const found = new Map<string, string>()
  for (const { kind, sentence } of remembered(state)) found.set(kind, sentence)
  if (dataDir) {
    await tryToWrite(dataDir).catch((error: unknown) => {
      const fault = faultOf(error)
      found.set(fault?.kind ?? 'disk-error', fault?.sentence ?? 'The data folder cannot be used.')
    })
    const left = await bytesLeft(dataDir)
    if (left < NEARLY_FULL && !found.has('disk-full'))
      found.set('nearly-full', `The disk is nearly full: ${Math.floor(left / 1024 / 1024)} MB are left.`)
  }
  // A database that is away is reported by `isReady`.
  for (const { kind, sentence } of await listDamage(db, new Date().toISOString()).catch(() => []))
    if (!found.has(kind)) found.set(kind, sentence)
  return [...found].map(([kind, sentence]) => ({ kind, sentence }))
}

function remembered({ faults, now }: State): Problem[] {
  return [...faults.values()]
    .filter(({ at }) => now() - at < FAULT_MS)
    .map(({ fault: { kind, sentence } }) => ({ kind, sentence }))
}

function knownSoFar(state: State): Problem[] {
  const problems = [...state.known, ...remembered(state)]
  return [...new Map(problems.map((problem) => [problem.kind, problem])).values()]
}

/** Clears recorded faults of the database as soon as it can be written again; leaves nothing in it. */
async function probeWrites(state: State): Promise<void> {
  const { primaryDb, faults } = state
  if (!writeFaults.some((kind) => faults.has(kind))) return
  const row = { key: `#health-${randomUUID()}`, value: 'x'.repeat(PROBE_CHARACTERS) }
  const written = primaryDb.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('settings')
      .values({ ...row, updated_at: new Date().toISOString() })
      .execute()
    await transaction.deleteFrom('settings').where('key', '=', row.key).execute()
  })
  await written.then(
    () => {
      for (const kind of writeFaults) faults.delete(kind)
    },
    (error: unknown) => void note(state, error),
  )
}

async function checkMedia(state: State): Promise<void> {
  const { media, now } = state
  if (!media || (!hasFault(state, 'media') && now() - state.mediaCheckedAt < MEDIA_CACHE_MS)) return
  if (await checkStore(state, 'media', media)) state.mediaCheckedAt = now()
}

async function checkBackups(state: State): Promise<void> {
  if (state.backups && hasFault(state, 'backups')) await checkStore(state, 'backups', state.backups)
}

function hasFault({ faults }: State, name: StoreName): boolean {
  return storeFaults(name).some((kind) => faults.has(kind))
}

/** Clears a recorded fault of remote storage as soon as it responds again; returns whether it did in time. */
function checkStore(state: State, name: StoreName, store: { check(): Promise<void> }): Promise<boolean> {
  const checked = store.check().then(
    () => {
      for (const kind of storeFaults(name)) state.faults.delete(kind)
      return true
    },
    (error: unknown) => {
      note(state, error)
      return false
    },
  )
  return within(STORE_CHECK_MS, checked, () => {
    note(state, new StorageError(`${name}-unreachable`, 'no answer in time'))
    return false
  })
}

async function findMissingImages(state: State): Promise<Problem[]> {
  const { db, media } = state
  if (!media) return []
  const keys = await listImageKeys(db)
  const missing = await media.missingSources(keys).catch((error: unknown) => {
    // Unreachable storage is a fault of its own.
    if (!note(state, error)) throw error
    return []
  })
  if (missing.length === 0) return []
  const sentence = `${missing.length === 1 ? 'The file of 1 image is' : `The files of ${missing.length} images are`} missing from the media store: bring them back from a backup.`
  return [{ kind: 'missing-images', sentence }]
}

const storeFaults = (name: StoreName) => [`${name}-unreachable`, `${name}-refused`] as const

/** Pages are correct meanwhile, so the instance stays ready. */
const outOfSync: Problem = {
  kind: 'out-of-sync',
  sentence: 'Changes made on other machines are not announced: no page is kept until they are, so the site is slower.',
}

async function tryToWrite(dataDir: string): Promise<void> {
  const file = path.join(dataDir, `.can-write-${randomUUID()}`)
  try {
    await writeFile(file, 'x'.repeat(4096))
  } finally {
    await rm(file, { force: true })
  }
}

async function bytesLeft(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}
