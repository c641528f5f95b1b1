import { rm } from 'node:fs/promises'
import { StorageError } from '../storage/blob-storage.ts'
import type { S3 } from '../storage/s3.ts'
import type { BackupStore, StoredBackup } from './backup-store.ts'
import { isBackupName } from './folder-backups.ts'

export type BucketBackupsOptions = { s3: S3; place: string; workDir: string }

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
    check: s3.healthCheck,
  }
}

async function* chunksOf(s3: S3, name: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  const object = await s3.read(name)
  if (!object) throw new Error(`${name} was deleted while it was read.`)
  yield* object.content
}
