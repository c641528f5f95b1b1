import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Config, ConfigError, readBackupUrl } from '../config.ts'
import type { BackupStore } from './backup-store.ts'
import { createFolderBackups, isBackupName, UNFINISHED } from './folder-backups.ts'
import { openBackupStore, openBucket } from './open-backups.ts'

type Fetched = {
  /** A local file. */
  file: string
  /** Where it is kept. */
  from: BackupStore
  /** Deletes a downloaded copy. */
  remove(): Promise<void>
}

/** Finds a backup by its file, by its name where the site keeps its backups, or by its s3:// URL. Throws if it does not exist. */
export async function fetchBackup(
  wanted: string,
  config: Config,
  env: Record<string, string | undefined>,
): Promise<Fetched> {
  if (existsSync(wanted))
    return { file: wanted, from: createFolderBackups(path.dirname(wanted)), remove: async () => {} }
  const { name, store } = locate(wanted, config, env)
  const backup = await store.read(name)
  if (!backup) throw new Error(`There is no file ${wanted}, and no backup of that name in ${store.place}.`)
  await mkdir(store.workDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(store.workDir, UNFINISHED))
  const file = path.join(folder, name)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(backup.content, createWriteStream(file, { mode: 0o600 }))
    return { file, from: store, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function locate(
  wanted: string,
  config: Config,
  env: Record<string, string | undefined>,
): { name: string; store: BackupStore } {
  if (!wanted.startsWith('s3://')) return { name: wanted, store: openBackupStore(config) }
  const [, folder = '', name = '', query = ''] = /^([^?]*)\/([^/?]+)(\?.*)?$/.exec(wanted) ?? []
  if (!isBackupName(name))
    throw new ConfigError('The address must end in the name of a backup: s3://bucket/prefix/dewlight-….tar.gz.')
  const { backupDir, backupBucket } = readBackupUrl({ ...env, BACKUP_URL: folder + query }, config.dataDir, undefined)
  if (!backupBucket) throw new Error('An address of s3:// has no bucket')
  return { name, store: openBucket(backupBucket, backupDir) }
}
