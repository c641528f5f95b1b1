import { queryOptions } from '@tanstack/react-query'
import type { Mail, MailSetup, MailSummary } from '../../../contract/mails.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const mailsQuery = (query: Record<string, string | number | undefined>) =>
  queryOptions({
    queryKey: ['owner', '/api/mails', query],
    queryFn: () => ownerPage<MailSummary>(withQuery('/api/mails', query)),
    placeholderData: (before) => before,
  })

export const mailQuery = (id: number) =>
  queryOptions({ queryKey: ['owner', '/api/mails', id], queryFn: () => ownerGet<Mail>(`/api/mails/${id}`) })

export const mailSetupQuery = () =>
  queryOptions({ queryKey: ['owner', '/api/mails/setup'], queryFn: () => ownerGet<MailSetup>('/api/mails/setup') })

export function useSendTestMail() {
  return useOwnerMutation((_: null, key) => ownerSend<Mail>('POST', '/api/mails/test', undefined, key))
}

export function useRetryMail() {
  return useOwnerMutation((id: number, key) => ownerSend<Mail>('POST', `/api/mails/${id}/retry`, undefined, key))
}
