import path from 'node:path'
import type { Bucket } from '../storage/media-url.ts'
import { createS3 } from '../storage/s3.ts'
import type { BackupStore } from './backup-store.ts'
import { createBucketBackups } from './bucket-backups.ts'
import { createFolderBackups } from './folder-backups.ts'

export type BackupLocation = {
  dataDir: string
  /** The folder of BACKUP_URL, else of the data folder. With a bucket, archives are written here before their upload. */
  backupDir: string
  backupBucket: Bucket | undefined
}

/**
 * The backups that the configuration selects. Those that this host made in its data folder before stay listed, are rotated
 * and can be deleted.
 */
export function openBackupStore({ dataDir, backupDir, backupBucket }: BackupLocation): BackupStore {
  const store = backupBucket ? openBucket(backupBucket, backupDir) : createFolderBackups(backupDir)
  const earlierDir = path.join(dataDir, 'backups')
  if (!backupBucket && backupDir === earlierDir) return store
  return withEarlier(store, createFolderBackups(earlierDir))
}

export function openBucket(bucket: Bucket, workDir: string): BackupStore {
  const place = `${bucket.address}/${bucket.prefix}`.replace(/\/$/, '')
  return createBucketBackups({ s3: createS3(bucket, { store: 'backups' }), place, workDir })
}

function withEarlier(store: BackupStore, earlier: BackupStore): BackupStore {
  return {
    ...store,
    async list() {
      const all = [...(await store.list()), ...(await earlier.list())]
      return all.sort((a, b) => (a.name < b.name ? 1 : -1))
    },
    read: async (name) => (await earlier.read(name)) ?? (await store.read(name)),
    remove: async (name) => (await earlier.remove(name)) || (await store.remove(name)),
    async removeUnfinished(before) {
      await earlier.removeUnfinished(before)
      await store.removeUnfinished(before)
    },
  }
}
