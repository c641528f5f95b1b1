import { rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StorageError } from '../storage/blob-storage.ts'
import type { Bucket } from '../storage/media-url.ts'
import { createS3, type S3 } from '../storage/s3.ts'
import type { BackupStore, StoredBackup } from './backup-store.ts'
import { createFolderBackups, ERASURES, isBackupName } from './folder-backups.ts'

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
    localFile: async (name) => (await earlier.localFile(name)) ?? (await store.localFile(name)),
    remove: async (name) => (await earlier.remove(name)) || (await store.remove(name)),
    async removeUnfinished(before) {
      await earlier.removeUnfinished(before)
      await store.removeUnfinished(before)
    },
  }
}

type BucketBackupsOptions = { s3: S3; place: string; workDir: string }

/** Backups as objects of a bucket, which every host can reach. */
export function createBucketBackups({ s3, place, workDir }: BucketBackupsOptions): BackupStore {
  return {
    place,
    workDir,
    async list() {
      const found: StoredBackup[] = []
      for await (const object of s3.list('dewlight-')) if (isBackupName(object.name)) found.push(object)
      return found.sort((a, b) => (a.name < b.name ? 1 : -1))
    },
    async add(archive, name, signal) {
      await s3.putFile(name, archive, { type: 'application/gzip', signal })
      await rm(archive, { force: true })
    },
    async read(name) {
      const found = isBackupName(name) ? await s3.head(name) : undefined
      return found && { content: chunksOf(s3, name), size: found.size }
    },
    localFile: async () => undefined,
    async remove(name) {
      if (!isBackupName(name) || !(await s3.head(name))) return false
      await s3.delete(name)
      return true
    },
    async removeUnfinished(before) {
      // Not every store lists uploads, and the credentials may not allow it; a lifecycle rule of the bucket does the same.
      await s3.removeUnfinished(before, isBackupName).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error
      })
    },
    async readErasures() {
      const object = await s3.read(ERASURES)
      return object && text(object.content)
    },
    writeErasures: (list) => s3.put(ERASURES, Buffer.from(list), 'application/json'),
    check: s3.healthCheck,
  }
}

async function* chunksOf(s3: S3, name: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  const object = await s3.read(name)
  if (!object) throw new Error(`${name} was deleted while it was read.`)
  yield* object.content
}
