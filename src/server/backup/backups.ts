import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type Backup, type BackupList, BackupName, type BackupProgress } from '../../contract/backups.ts'
import type { Db } from '../db/schema.ts'
import { readBackupManifest } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

export type Backups = {
  list(): Promise<BackupList>
  /** Begins one unless one is being made; it goes on after this has answered. False where one was running already. */
  begin(now: Date): boolean
  /** Its bytes with their number; undefined where there is none of this name. */
  read(name: string): Promise<{ content: ReadableStream<Uint8Array>; size: number } | undefined>
  /** False where there is none of this name. */
  remove(name: string): Promise<boolean>
  /** Resolves when the one that is being made is done. */
  settled(): Promise<void>
  /** Stops the one that is being made. */
  close(): Promise<void>
}

export type BackupsOptions = {
  /** A new connection to the site's database; it is closed after each backup. */
  openDb: () => Db
  mediaDir: string
  backupDir: string
  onError: (error: unknown) => void
}

/** The backups that lie in the data folder. */
export function createBackups({ openDb, mediaDir, backupDir, onError }: BackupsOptions): Backups {
  const stopping = new AbortController()
  const described = new Map<string, Backup>()
  let running: { progress: BackupProgress; done: Promise<void> } | undefined
  let lastError: string | null = null

  async function make(now: Date): Promise<void> {
    const onProgress = (progress: BackupProgress) => {
      if (running) running.progress = progress
    }
    const db = openDb()
    try {
      await writeBackup({ db, mediaDir, backupDir, now, onProgress, signal: stopping.signal })
      lastError = null
    } catch (error) {
      if (stopping.signal.aborted) return
      lastError = error instanceof Error ? error.message : String(error)
      onError(error)
    } finally {
      await db.destroy()
    }
  }

  /** A backup never changes, so its head is read once. */
  async function describeOnce(name: string): Promise<Backup | undefined> {
    const backup = described.get(name) ?? (await describe(backupDir, name))
    if (backup) described.set(name, backup)
    return backup
  }

  return {
    async list() {
      const names = (await readdir(backupDir).catch(() => [])).filter(isBackupName).sort().reverse()
      const backups = await Promise.all(names.map(describeOnce))
      return {
        backups: backups.filter((backup) => backup !== undefined),
        running: running?.progress ?? null,
        lastError,
      }
    },
    begin(now) {
      if (running) return false
      const done = make(now).finally(() => {
        running = undefined
      })
      running = { progress: { step: 'reading', part: 0 }, done }
      return true
    },
    async read(name) {
      const file = path.join(backupDir, name)
      const found = isBackupName(name) ? await stat(file).catch(() => undefined) : undefined
      if (!found) return undefined
      return { content: Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>, size: found.size }
    },
    async remove(name) {
      if (!isBackupName(name)) return false
      return rm(path.join(backupDir, name)).then(
        () => true,
        () => false,
      )
    },
    settled: async () => running?.done,
    async close() {
      stopping.abort()
      await running?.done
    },
  }
}

const isBackupName = (name: string) => BackupName.safeParse(name).success

/** Undefined for a file that vanished meanwhile or is no backup. */
async function describe(backupDir: string, name: string): Promise<Backup | undefined> {
  const file = path.join(backupDir, name)
  try {
    const [{ size }, manifest] = await Promise.all([stat(file), readBackupManifest(file)])
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { name, createdAt: manifest.createdAt, size, rows, files: manifest.files.length }
  } catch {
    return undefined
  }
}
