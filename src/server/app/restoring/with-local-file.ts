import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import { UNFINISHED } from '../../platform/backup/folder-backups.ts'

/** Calls `use` with the file of a backup, which is downloaded from a remote store. Undefined if it does not exist. */
export async function withLocalFile<T>(
  store: BackupStore,
  name: string,
  use: (file: string) => Promise<T>,
): Promise<T | undefined> {
  const local = await store.localFile(name)
  if (local !== undefined) return use(local)
  const backup = await store.read(name)
  if (!backup) return undefined
  await mkdir(store.workDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(store.workDir, UNFINISHED))
  try {
    const file = path.join(folder, 'archive')
    await pipeline(backup.content, createWriteStream(file, { mode: 0o600 }))
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
