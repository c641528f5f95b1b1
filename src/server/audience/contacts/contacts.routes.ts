import type { ContactListQuery, ContactMessage } from '../../../contract/audience/contact-messages.ts'
import * as contract from '../../../contract/audience/contact-messages.ts'
import { createContact } from '../../../contract/audience/contacts.ts'
import { READERS_BULK_MAX } from '../../../contract/platform/limits.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found, listed } from '../../platform/http/replies.ts'
import type { Mailer } from '../mail/mailer.ts'
import {
  changeContacts,
  contactList,
  countUnreadContacts,
  deleteContacts,
  findContact,
  restoreContacts,
} from './contacts.repo.ts'
import { receiveContact } from './receive-contact.ts'

export function contactRoutes({ origin, mail }: { origin: string; mail: Mailer }) {
  return [
    bind(createContact, async ({ db, body, now }) => ({
      body: { id: await receiveContact(db, body, { origin, now, isMailSetUp: await mail.isSetUp(db) }) },
      afterCommit: mail.wake,
    })),
    bind(contract.listContacts, ({ db, query }) => listed(contactList.page(db, query))),
    bind(contract.exportContacts, async ({ db, query }) =>
      csvDownload('contact-messages.csv', csvHeader, csvPages(db, query)),
    ),
    bind(contract.countUnreadContacts, async ({ db }) => ({ body: { count: await countUnreadContacts(db) } })),
    bind(contract.findContact, ({ db, params }) => found(findContact(db, params.id))),
    bind(contract.changeContact, async ({ db, params, body, now }) => {
      const changed = await changeContacts(db, [params.id], body, now)
      const message = await findContact(db, params.id)
      return message && { body: message, subject: messages(changed.length) }
    }),
    bind(contract.deleteContact, ({ db, params, now }) => one(deleteContacts(db, [params.id], now))),
    bind(contract.restoreContact, ({ db, params }) => one(restoreContacts(db, [params.id]))),
    bind(contract.changeContacts, async ({ db, body: { isRead, isSpam, ...choice }, now }) =>
      several(changeContacts(db, await chosen(db, choice), { isRead, isSpam }, now)),
    ),
    bind(contract.deleteContacts, async ({ db, body, now }) =>
      several(deleteContacts(db, await chosen(db, body), now)),
    ),
    bind(contract.restoreContacts, ({ db, body }) => several(restoreContacts(db, body.ids))),
  ]
}

/** Without names and subjects: the audit trail outlives the deletion of a message. */
const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

async function several(changed: Promise<number[]>) {
  const ids = await changed
  return { body: { ids }, subject: messages(ids.length) }
}

const chosen = (db: Db, choice: Choice<ContactListQuery>) => contactList.chosen(db, choice, READERS_BULK_MAX)

/** Undefined, a 404, if no row was changed. */
async function one(changed: Promise<number[]>) {
  const count = (await changed).length
  return count > 0 ? { body: {}, subject: messages(count) } : undefined
}

const csvHeader = ['id', 'name', 'email', 'subject', 'message', 'date', 'status', 'spam']

async function* csvPages(db: Db, query: ContactListQuery): AsyncGenerator<Cell[][]> {
  for await (const page of contactList.walk(db, { ...query, sort: 'id', direction: 'asc' })) yield page.map(toCells)
}

function toCells({ id, name, email, subject, message, createdAt, isSpam, ...state }: ContactMessage): Cell[] {
  const status = state.answeredAt ? 'Answered' : state.isRead ? 'Read' : 'New'
  return [id, name, email, subject, message, createdAt, status, isSpam]
}
