import {
  checkMailDomain,
  deleteMailSettings,
  findMailSettings,
  saveMailSettings,
  sendTestMail,
} from '../../../contract/audience/mail-settings.ts'
import { findMail, findMailSetup, listMails, retryMail } from '../../../contract/audience/mails.ts'
import { type OwnerReadInput, ownerQuery, useOwnerWrite } from './owner-call.ts'

export const mailsQuery = (query: OwnerReadInput<typeof listMails>['query']) => ownerQuery(listMails, { query })

export const mailQuery = (id: number) => ownerQuery(findMail, { params: { id } })

export const mailSetupQuery = () => ownerQuery(findMailSetup)

export const mailSettingsQuery = () => ownerQuery(findMailSettings)

export const useSaveMailSettings = () => useOwnerWrite(saveMailSettings)

export const useDeleteMailSettings = () => useOwnerWrite(deleteMailSettings)

export const useSendTestMail = () => useOwnerWrite(sendTestMail)

/** Runs on request only: each result takes some seconds. */
export const domainCheckQuery = (selector: string | undefined) => ({
  ...ownerQuery(checkMailDomain, { query: { selector } }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export const useRetryMail = () => useOwnerWrite(retryMail)
