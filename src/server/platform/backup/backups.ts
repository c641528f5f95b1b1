import PQueue from 'p-queue'
import type { Backup } from '../../../contract/platform/backups.ts'
import type { Db } from '../db/schema.ts'
import { type BlobStorage, StorageError } from '../storage/blob-storage.ts'
import type { BackupStore, StoredBackup } from './backup-store.ts'
import { createFolderBackups } from './folder-backups.ts'
import { type Keep, kindOf, outdatedBackups } from './keep.ts'
import { readBackupManifest } from './verify-backup.ts'
import { type WriteBackupOptions, writeBackup } from './write-backup.ts'

export type Backups = {
  /** Newest first. */
  list(): Promise<Backup[]>
  /** Where they are, unless it is the data folder. */
  place: string | undefined
  /** Creates one. Throws if that fails or `signal` aborts it, and leaves no files behind. */
  make(options: Pick<WriteBackupOptions, 'now' | 'kind' | 'onProgress' | 'signal'>): Promise<void>
  /** Deletes those that the retention policy does not keep. */
  removeOutdated(keep: Keep): Promise<void>
  /** Its content and size in bytes; undefined if it does not exist. */
  read: BackupStore['read']
  /** False if it does not exist. */
  remove: BackupStore['remove']
  check: BackupStore['check']
}

export type BackupsOptions = {
  /** A new connection to the site's database; it is closed after each backup. */
  openDb: () => Db
  media: BlobStorage
  /** The folder of the backups, and of unfinished ones. */
  backupDir: string
  /** Absent: the folder. */
  store?: BackupStore
  /** Where they are, for the owner; absent: in the data folder. */
  place?: string | undefined
}

/** Manifests of remote backups that are read at a time. */
const READS = 4

/** The site's backups. The job ensures that only one is made at a time. */
export function createBackups(options: BackupsOptions): Backups {
  const { openDb, media, backupDir, place, store = createFolderBackups(backupDir) } = options
  const described = new Map<string, Backup>()
  const reading = new PQueue({ concurrency: READS })

  /** Backups are immutable, so each manifest is read once. */
  async function describeOnce(stored: StoredBackup): Promise<Backup | undefined> {
    const backup = described.get(stored.name) ?? (await describe(store, stored))
    if (backup) described.set(stored.name, backup)
    return backup
  }

  return {
    place,
    async list() {
      const found = await store.list()
      const names = new Set(found.map(({ name }) => name))
      for (const name of described.keys()) if (!names.has(name)) described.delete(name)
      const backups = await reading.addAll(found.map((stored) => () => describeOnce(stored)))
      return backups.filter((backup) => backup !== undefined)
    },
    async make(options) {
      const db = openDb()
      try {
        await writeBackup({ db, media, backupDir, store, ...options })
      } finally {
        await db.destroy()
      }
    },
    async removeOutdated(keep) {
      const names = (await store.list()).map(({ name }) => name)
      for (const name of outdatedBackups(names, keep)) await store.remove(name)
    },
    read: store.read,
    remove: store.remove,
    check: store.check,
  }
}

/** Undefined if it does not exist. */
export async function describeBackup(store: BackupStore, name: string): Promise<Backup | undefined> {
  const backup = await store.read(name)
  return backup && describe(store, { name, size: backup.size })
}

/** Undefined for a file that was deleted meanwhile or is not a backup. */
async function describe(store: BackupStore, { name, size }: StoredBackup): Promise<Backup | undefined> {
  try {
    const backup = await store.read(name)
    if (!backup) return undefined
    const manifest = await readBackupManifest(backup.content)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { createdAt, files, restoreOf } = manifest
    return { name, kind: kindOf(name), createdAt, size, rows, files: files.length, ...(restoreOf && { restoreOf }) }
  } catch (error) {
    if (error instanceof StorageError) throw error
    return undefined
  }
}
