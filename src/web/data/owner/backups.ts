import { queryOptions } from '@tanstack/react-query'
import type { BackupList } from '../../../contract/backups.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

/** In milliseconds: how often the progress of a running backup is asked for. */
const PROGRESS_EVERY = 1000

export const backupsQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/backups'],
    queryFn: () => ownerGet<BackupList>('/api/backups'),
    refetchInterval: ({ state }) => (state.data?.running ? PROGRESS_EVERY : false),
  })

/** Where a backup is downloaded. */
export function backupHref(name: string): string {
  return `/api/backups/${name}`
}

export function useBeginBackup() {
  return useOwnerMutation((_: null, key) => ownerSend<BackupList>('POST', '/api/backups', undefined, key))
}

export function useDeleteBackup() {
  return useOwnerMutation((name: string, key) => ownerSend<unknown>('DELETE', backupHref(name), undefined, key))
}
