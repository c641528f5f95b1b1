import { queryOptions } from '@tanstack/react-query'
import type { ImportInput, ImportReport, Subscriber, SubscriberRecord } from '../../../contract/subscriber-list.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type ListQuery = Record<string, string | number | undefined>

export const subscribersQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['owner', '/api/subscribers', query],
    queryFn: () => ownerPage<Subscriber>(withQuery('/api/subscribers', query)),
    placeholderData: (before) => before,
  })

export const subscriberQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', '/api/subscribers', id],
    queryFn: () => ownerGet<SubscriberRecord>(`/api/subscribers/${encodeURIComponent(id)}`),
  })

/** Where the browser fetches the list as a file. */
export const subscribersCsv = (query: ListQuery) => withQuery('/api/subscribers.csv', query)

export function useUnsubscribe() {
  return useOwnerMutation((ids: number[], key) =>
    ownerSend<unknown>('POST', '/api/subscribers/unsubscribe', { ids }, key),
  )
}

/** Makes someone active again; `consent` says how they agreed. */
export function useResubscribe() {
  return useOwnerMutation(({ id, consent }: { id: number; consent: string }, key) =>
    ownerSend<SubscriberRecord>('PUT', `/api/subscribers/${id}`, { isActive: true, consent }, key),
  )
}

export function useDeleteSubscribers() {
  return useOwnerMutation((ids: number[], key) => ownerSend<unknown>('POST', '/api/subscribers/delete', { ids }, key))
}

export function useRestoreSubscribers() {
  return useOwnerMutation((ids: number[], key) => ownerSend<unknown>('POST', '/api/subscribers/restore', { ids }, key))
}

export function useImportSubscribers() {
  return useOwnerMutation((input: ImportInput, key) =>
    ownerSend<ImportReport>('POST', '/api/subscribers/import', input, key),
  )
}
