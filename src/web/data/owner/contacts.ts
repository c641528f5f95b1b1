import {
  changeContacts,
  countUnreadContacts,
  deleteContacts,
  exportContacts,
  findContact,
  listContacts,
  restoreContacts,
} from '../../../contract/audience/contact-messages.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'

type ContactListState = OwnerReadInput<typeof listContacts>['query']

export const contactsQuery = (query: ContactListState) => ownerQuery(listContacts, { query })

export const contactQuery = (id: number) => ownerQuery(findContact, { params: { id } })

export const unreadCountQuery = () => ownerQuery(countUnreadContacts)

/** The URL of the file with all pages of the list. */
export function contactsFileHref({ page: _page, limit: _limit, ...query }: NonNullable<ContactListState>): string {
  return urlOf(exportContacts, { query })
}

export const useMarkContacts = () => useOwnerWrite(changeContacts)

export const removeContacts = (choice: Choice, key: string) => ownerWrite(deleteContacts, { body: choice }, key)
export const undeleteContacts = (ids: number[], key: string) => ownerWrite(restoreContacts, { body: { ids } }, key)
