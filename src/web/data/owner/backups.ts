import { queryOptions } from '@tanstack/react-query'
import {
  type Backup,
  type BackupList,
  beginBackup,
  beginBackupUpload,
  beginRestore,
  cancelBackupUpload,
  deleteBackup,
  downloadBackup,
  finishBackupUpload,
  listBackups,
  readBackupContent,
  sendBackupPart,
} from '../../../contract/platform/backups.ts'
import { ApiError } from '../api.ts'
import { readFound, urlOf } from '../call.ts'
import { ownerQuery, ownerUploadTo, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { isTransient, uploadInParts } from './upload-in-parts.ts'

/** In milliseconds. */
const PROGRESS_EVERY = 1000

/** Polls while a backup is running. */
export const backupsQuery = () =>
  queryOptions({
    ...ownerQuery(listBackups),
    refetchInterval: ({ state }) => (state.data?.running ? PROGRESS_EVERY : false),
  })

/** The comparison with the site is read again each time, since that changes. */
export const backupContentQuery = (name: string) =>
  queryOptions({ ...ownerQuery(readBackupContent, { params: { name } }), gcTime: 0, retry: false })

/** The URL that downloads a backup. */
export const backupHref = (name: string) => urlOf(downloadBackup, { params: { name } })

export const useBeginBackup = () => useOwnerWrite(beginBackup)
export const useDeleteBackup = () => useOwnerWrite(deleteBackup, { showsError: true })
export const useBeginRestore = () => useOwnerWrite(beginRestore, { showsError: true })

type RestoreEvents = { onList: (list: BackupList) => void; onSignedOut: () => void }

/** Reads the state of a restore until it ends, without a dialog for a new sign-in. Returns a function that stops it. */
export function watchRestore({ onList, onSignedOut }: RestoreEvents): () => void {
  let isReading = false
  const read = async () => {
    if (isReading) return
    isReading = true
    try {
      const list = await readFound(listBackups)
      // This call may have been let in just before the sessions ended.
      if (list.restore?.state === 'done') onSignedOut()
      else onList(list)
    } catch (error) {
      // Anything else passes: the database is locked for a moment, or the site is being started.
      if (error instanceof ApiError && error.status === 401) onSignedOut()
    } finally {
      isReading = false
    }
  }
  const timer = setInterval(read, PROGRESS_EVERY)
  return () => clearInterval(timer)
}

type UploadOptions = { onProgress: (part: number) => void; signal: AbortSignal }

/** Uploads a backup in parts and returns it once it is verified. After a lost connection it goes on with the part that is missing. */
export async function uploadBackup(file: File, { onProgress, signal }: UploadOptions): Promise<Backup> {
  const { id } = await ownerWrite(beginBackupUpload, { body: { size: file.size } })
  try {
    await uploadInParts(file, {
      received: 0,
      onProgress,
      signal,
      send: (form, offset, options) =>
        ownerUploadTo(sendBackupPart, form, { params: { id }, query: { offset }, ...options }),
    })
  } catch (error) {
    await ownerWrite(cancelBackupUpload, { params: { id } }).catch(() => {})
    throw error
  }
  onProgress(1)
  try {
    return await ownerWrite(finishBackupUpload, { params: { id } })
  } catch (error) {
    if (!isTransient(error)) throw error
    throw new Error('The connection ended while it was checked. If it is whole, it is listed here in a while.')
  }
}
