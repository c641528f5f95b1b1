import { type Context, Hono } from 'hono'
import {
  ContactChange,
  ContactChanges,
  ContactListQuery,
  type ContactMessage,
} from '../../../contract/contact-messages.ts'
import { ContactInput } from '../../../contract/contacts.ts'
import { LIST_MAX } from '../../../contract/limits.ts'
import { Selection } from '../../../contract/lists.ts'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, sendCsv } from '../../platform/http/csv.ts'
import { notFound } from '../../platform/http/errors.ts'
import { idempotent, type JsonResponse } from '../../platform/http/idempotency.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { readBody, readParam, readQuery } from '../../platform/http/validate.ts'
import type { Mailer } from '../mail/mailer.ts'
import {
  changeContacts,
  countUnread,
  deleteContacts,
  findContact,
  listContacts,
  restoreContacts,
  walkContacts,
} from './contacts.repo.ts'
import { receiveContact } from './receive-contact.ts'

export type ContactRoutesOptions = {
  db: Db
  origin: string
  clock: () => Date
  owner: OwnerGuard
  mail: Mailer
  limit: RateLimit
}

export function contactRoutes({ db, origin, clock, owner, mail, limit }: ContactRoutesOptions) {
  const now = () => clock().toISOString()

  return new Hono()
    .post('/contacts', async (c) => {
      await limit(c)
      const input = await readBody(c, ContactInput)
      const response = await idempotent(c, db, input, async (transaction) => {
        const id = await receiveContact(transaction, input, { origin, now: now(), isMailSetUp: mail.isSetUp })
        return { status: 201, body: { id } }
      })
      mail.wake()
      return response
    })
    .get('/contacts', owner, async (c) => {
      const query = { limit: LIST_MAX, ...readQuery(c, ContactListQuery) }
      const { items, total } = await listContacts(db, query)
      setListHeaders(c, { total, page: query.page ?? 1, limit: query.limit })
      return c.json(items)
    })
    .get('/contacts.csv', owner, (c) =>
      sendCsv(c, 'contact-messages.csv', csvHeader, csvPages(db, readQuery(c, ContactListQuery))),
    )
    .get('/contacts/unread-count', owner, async (c) => c.json({ count: await countUnread(db) }))
    .get('/contacts/:id', owner, async (c) => {
      const message = await findContact(db, readId(c))
      if (!message) throw messageNotFound()
      return c.json(message)
    })
    .put('/contacts/:id', owner, async (c) => {
      const id = readId(c)
      const change = await readBody(c, ContactChange)
      return idempotent(c, db, change, async (transaction) => {
        if ((await changeContacts(transaction, [id], change)) === 0) throw messageNotFound()
        c.set('subject', messages(1))
        return { status: 200, body: await findContact(transaction, id) }
      })
    })
    .delete('/contacts/:id', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        if ((await deleteContacts(transaction, [id], now())) === 0) throw messageNotFound()
        return done(c, 1)
      })
    })
    .post('/contacts/:id/restore', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        if ((await restoreContacts(transaction, [id])) === 0) throw messageNotFound()
        return done(c, 1)
      })
    })
    .post('/contacts/mark', owner, async (c) => {
      const { ids, ...change } = await readBody(c, ContactChanges)
      return idempotent(c, db, { ids, change }, async (transaction) =>
        done(c, await changeContacts(transaction, ids, change)),
      )
    })
    .post('/contacts/delete', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, async (transaction) => done(c, await deleteContacts(transaction, ids, now())))
    })
    .post('/contacts/restore', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, async (transaction) => done(c, await restoreContacts(transaction, ids)))
    })
}

const messageNotFound = () => notFound('Message not found')
const readId = (c: Context) => readParam(c, 'id', Id, 'Message not found')

function done(c: Context<Owner>, count: number): JsonResponse {
  c.set('subject', messages(count))
  return { status: 200, body: {} }
}

/** The audit trail outlives a deleted message, so it holds neither names nor subjects of visitors. */
const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

const csvHeader = ['id', 'name', 'email', 'subject', 'message', 'date', 'status', 'spam']

async function* csvPages(db: Db, query: ContactListQuery): AsyncGenerator<Cell[][]> {
  for await (const page of walkContacts(db, query)) yield page.map(toCells)
}

function toCells({ id, name, email, subject, message, createdAt, isRead, isSpam }: ContactMessage): Cell[] {
  return [id, name, email, subject, message, createdAt, isRead ? 'Read' : 'New', isSpam]
}
