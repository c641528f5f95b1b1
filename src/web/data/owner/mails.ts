import { findMail, findMailSetup, listMails, retryMail, sendTestMail } from '../../../contract/mails.ts'
import { type OwnerReadInput, ownerQuery, useOwnerWrite } from './owner-call.ts'

export const mailsQuery = (query: OwnerReadInput<typeof listMails>['query']) => ownerQuery(listMails, { query })

export const mailQuery = (id: number) => ownerQuery(findMail, { params: { id } })

export const mailSetupQuery = () => ownerQuery(findMailSetup)

export const useSendTestMail = () => useOwnerWrite(sendTestMail)

export const useRetryMail = () => useOwnerWrite(retryMail)
