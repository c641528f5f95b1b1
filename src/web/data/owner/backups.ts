import { queryOptions } from '@tanstack/react-query'
import { beginBackup, deleteBackup, downloadBackup, listBackups } from '../../../contract/platform/backups.ts'
import { urlOf } from '../call.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

/** In milliseconds. */
const PROGRESS_EVERY = 1000

/** Polls while a backup is running. */
export const backupsQuery = () =>
  queryOptions({
    ...ownerQuery(listBackups),
    refetchInterval: ({ state }) => (state.data?.running ? PROGRESS_EVERY : false),
  })

/** The URL that downloads a backup. */
export const backupHref = (name: string) => urlOf(downloadBackup, { params: { name } })

export const useBeginBackup = () => useOwnerWrite(beginBackup)
export const useDeleteBackup = () => useOwnerWrite(deleteBackup, { showsError: true })
