import { queryOptions } from '@tanstack/react-query'
import type { ContactChange, ContactMessage, UnreadCount } from '../../../contract/contact-messages.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type ListQuery = Record<string, string | number | undefined>

export const contactsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['owner', '/api/contacts', query],
    queryFn: () => ownerPage<ContactMessage>(withQuery('/api/contacts', query)),
    placeholderData: (before) => before,
  })

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', '/api/contacts', id],
    queryFn: () => ownerGet<ContactMessage>(`/api/contacts/${encodeURIComponent(id)}`),
  })

export const unreadCountQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/contacts/unread-count'],
    queryFn: () => ownerGet<UnreadCount>('/api/contacts/unread-count'),
  })

/** Where the browser fetches the list as a file. */
export const contactsCsv = (query: ListQuery) => withQuery('/api/contacts.csv', query)

export function useMarkContacts() {
  return useOwnerMutation(({ ids, change }: { ids: number[]; change: ContactChange }, key) =>
    ownerSend<unknown>('POST', '/api/contacts/mark', { ids, ...change }, key),
  )
}

export function useDeleteContacts() {
  return useOwnerMutation((ids: number[], key) => ownerSend<unknown>('POST', '/api/contacts/delete', { ids }, key))
}

export function useRestoreContacts() {
  return useOwnerMutation((ids: number[], key) => ownerSend<unknown>('POST', '/api/contacts/restore', { ids }, key))
}
