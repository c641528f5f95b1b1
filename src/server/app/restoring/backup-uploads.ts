import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BACKUP_BYTES_MAX, type Backup } from '../../../contract/platform/backups.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import { describeBackup } from '../../platform/backup/backups.ts'
import { UNFINISHED } from '../../platform/backup/folder-backups.ts'
import { drain } from '../../platform/backup/restore-backup.ts'
import { BackupError, isCompressed, walkBackup } from '../../platform/backup/verify-backup.ts'
import { backupNameOf } from '../../platform/backup/write-backup.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { appendPart, beginFile, receivedBytes, requireRoom } from '../../platform/http/part-files.ts'
import { checkVersion } from './backup-content.ts'

/**
 * Uploaded backups, in parts: each is written to the disk at its offset, by any process of the machine. What is not finished
 * is deleted after a day, like an archive that was not. An id is the end of the folder’s name and the number of bytes.
 */
export function createBackupUploads(store: BackupStore) {
  const fileOf = (id: string) => path.join(store.workDir, `${UNFINISHED}${id.slice(0, 6)}`, 'archive')
  const sizeOf = (id: string) => Number(id.slice(7))
  const receivedOf = (id: string) => receivedBytes(fileOf(id))

  return {
    /** Returns the id of a new upload of `size` bytes. Throws 413 or 507. */
    async begin(size: number): Promise<string> {
      if (size > BACKUP_BYTES_MAX)
        throw new HttpError(
          413,
          `A backup that is uploaded may have ${BACKUP_BYTES_MAX / 1024 ** 3} GB at most. Restore it on the server instead.`,
        )
      await requireRoom(store.workDir, size)
      const folder = await mkdtemp(path.join(store.workDir, UNFINISHED))
      const id = `${folder.slice(-6)}-${size}`
      await beginFile(fileOf(id))
      return id
    },
    /** Writes a part and returns the bytes that have arrived; another offset than that changes nothing. Undefined if it is not known. */
    append: (id: string, offset: number, part: Buffer) => appendPart(fileOf(id), { size: sizeOf(id), offset, part }),
    /** Verifies a complete upload and lists it. Undefined if it is not known; throws 409, and 422 for a file that is deleted then. */
    async finish(id: string): Promise<Backup | undefined> {
      const received = await receivedOf(id)
      if (received === undefined) return undefined
      if (received !== sizeOf(id)) throw new HttpError(409, 'The upload is not complete. Please continue it.')
      const file = fileOf(id)
      try {
        const { createdAt } = await walkBackup(
          file,
          async ({ migration }) => checkVersion(migration),
          (_, content) => drain(content),
        )
        const name = backupNameOf(new Date(createdAt), 'upload')
        await compress(file)
        await flush(file)
        await store.add(file, name)
        return await describeBackup(store, name)
      } catch (error) {
        throw error instanceof BackupError ? new HttpError(422, error.message) : error
      } finally {
        await rm(path.dirname(file), { recursive: true, force: true })
      }
    },
    /** False if it is not known. */
    async cancel(id: string): Promise<boolean> {
      if ((await receivedOf(id)) === undefined) return false
      await rm(path.dirname(fileOf(id)), { recursive: true, force: true })
      return true
    },
  }
}

/** Browsers decompress downloads with some headers. */
async function compress(file: string): Promise<void> {
  if (isCompressed(file)) return
  const compressed = path.join(path.dirname(file), 'compressed')
  await pipeline(createReadStream(file), createGzip(), createWriteStream(compressed, { mode: 0o600 }))
  await rename(compressed, file)
}

async function flush(file: string): Promise<void> {
  await chmod(file, 0o600)
  const handle = await open(file)
  await handle.sync()
  await handle.close()
}
