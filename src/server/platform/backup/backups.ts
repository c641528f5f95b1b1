import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Backup, BackupName } from '../../../contract/backups.ts'
import type { Db } from '../db/schema.ts'
import { ifMissing } from '../if-missing.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import { type Keep, kindOf, outdatedBackups } from './keep.ts'
import { readBackupManifest } from './verify-backup.ts'
import { type WriteBackupOptions, writeBackup } from './write-backup.ts'

export type Backups = {
  /** Newest first. */
  list(): Promise<Backup[]>
  /** Creates one. Throws if that fails or `signal` aborts it, and leaves no files behind. */
  make(options: Pick<WriteBackupOptions, 'now' | 'kind' | 'onProgress' | 'signal'>): Promise<void>
  /** Deletes those that the retention policy does not keep. */
  removeOutdated(keep: Keep): Promise<void>
  /** Its content and size in bytes; undefined if it does not exist. */
  read(name: string): Promise<{ content: AsyncIterable<Buffer<ArrayBuffer>>; size: number } | undefined>
  /** False if it does not exist. */
  remove(name: string): Promise<boolean>
}

export type BackupsOptions = {
  /** A new connection to the site's database; it is closed after each backup. */
  openDb: () => Db
  media: BlobStorage
  backupDir: string
}

/** The backups in the data folder. The job ensures that only one runs at a time. */
export function createBackups({ openDb, media, backupDir }: BackupsOptions): Backups {
  const described = new Map<string, Backup>()

  /** Backups are immutable, so each manifest is read once. */
  async function describeOnce(name: string): Promise<Backup | undefined> {
    const backup = described.get(name) ?? (await describe(backupDir, name))
    if (backup) described.set(name, backup)
    return backup
  }

  const listNames = async () => (await readdir(backupDir).catch(ifMissing([]))).filter(isBackupName).sort().reverse()

  return {
    async list() {
      const names = await listNames()
      for (const name of described.keys()) if (!names.includes(name)) described.delete(name)
      const backups = await Promise.all(names.map(describeOnce))
      return backups.filter((backup) => backup !== undefined)
    },
    async make(options) {
      const db = openDb()
      try {
        await writeBackup({ db, media, backupDir, ...options })
      } finally {
        await db.destroy()
      }
    },
    async removeOutdated(keep) {
      for (const name of outdatedBackups(await listNames(), keep)) await rm(path.join(backupDir, name), { force: true })
    },
    async read(name) {
      const file = path.join(backupDir, name)
      const found = isBackupName(name) ? await stat(file).catch(ifMissing(undefined)) : undefined
      if (!found) return undefined
      return { content: chunksOf(file), size: found.size }
    },
    async remove(name) {
      if (!isBackupName(name)) return false
      return rm(path.join(backupDir, name)).then(() => true, ifMissing(false))
    },
  }
}

/** Opens the file at the first chunk, which a HEAD request never reads. */
async function* chunksOf(file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  yield* createReadStream(file)
}

const isBackupName = (name: string) => BackupName.safeParse(name).success

/** Undefined for a file that was deleted meanwhile or is not a backup. */
async function describe(backupDir: string, name: string): Promise<Backup | undefined> {
  const file = path.join(backupDir, name)
  try {
    const [{ size }, manifest] = await Promise.all([stat(file), readBackupManifest(file)])
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { name, kind: kindOf(name), createdAt: manifest.createdAt, size, rows, files: manifest.files.length }
  } catch {
    return undefined
  }
}
