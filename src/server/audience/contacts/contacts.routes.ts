import type { ContactListQuery, ContactMessage } from '../../../contract/audience/contact-messages.ts'
import * as contract from '../../../contract/audience/contact-messages.ts'
import { createContact } from '../../../contract/audience/contacts.ts'
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
      return message && { body: message, subject: messages(changed) }
    }),
    bind(contract.deleteContact, ({ db, params, now }) => one(deleteContacts(db, [params.id], now))),
    bind(contract.restoreContact, ({ db, params }) => one(restoreContacts(db, [params.id]))),
    bind(contract.changeContacts, ({ db, body: { ids, ...change }, now }) =>
      several(changeContacts(db, ids, change, now)),
    ),
    bind(contract.deleteContacts, ({ db, body, now }) => several(deleteContacts(db, body.ids, now))),
    bind(contract.restoreContacts, ({ db, body }) => several(restoreContacts(db, body.ids))),
  ]
}

/** Without names and subjects: the audit trail outlives the deletion of a message. */
const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

const several = async (changed: Promise<number>) => ({ body: {}, subject: messages(await changed) })

/** Undefined, a 404, if no row was changed. */
async function one(changed: Promise<number>) {
  const count = await changed
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
