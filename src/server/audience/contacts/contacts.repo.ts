import type { SelectQueryBuilder, Updateable } from 'kysely'
import type { ContactChange, ContactListQuery, ContactMessage, SpamReason } from '../../../contract/contact-messages.ts'
import type { ContactInput } from '../../../contract/contacts.ts'
import type { Page } from '../../../contract/paths.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db, Row, Schema } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { deleteMailsOfMessage } from '../mail/mail.repo.ts'

/** Stores a message and answers its id. Spam is kept apart, not thrown away. */
export async function createContact(
  db: Db,
  { name, email, subject, message }: Pick<ContactInput, 'name' | 'email' | 'subject' | 'message'>,
  spamReason: SpamReason | null,
  now: string,
): Promise<number> {
  const isSpam = spamReason !== null
  const { id } = await db
    .insertInto('contacts')
    .values({
      name,
      email,
      subject,
      message,
      is_read: false,
      is_spam: isSpam,
      spam_reason: spamReason,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const orders = { createdAt: 'created_at', name: 'name', email: 'email', subject: 'subject', status: 'is_read' } as const

export async function listContacts(db: Db, query: ContactListQuery & { limit: number }): Promise<Page<ContactMessage>> {
  const { sort = 'createdAt', direction = sort === 'createdAt' ? 'desc' : 'asc', page = 1, limit } = query
  const matching = narrow(db.selectFrom('contacts'), query)
  const [{ count }, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy(orders[sort], direction)
      .orderBy('id', sort === 'createdAt' ? direction : 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { items: rows.map(toContactMessage), total: Number(count) }
}

/** All messages that a list shows, by `size` at a time, oldest first. */
export async function* walkContacts(db: Db, query: ContactListQuery, size = 500): AsyncGenerator<ContactMessage[]> {
  for (let last = 0; ; ) {
    const rows = await narrow(db.selectFrom('contacts'), query)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(size)
      .execute()
    if (rows.length > 0) yield rows.map(toContactMessage)
    if (rows.length < size) return
    last = rows.at(-1)!.id
  }
}

function narrow(
  from: SelectQueryBuilder<Schema, 'contacts', object>,
  { q, folder = 'inbox', status }: ContactListQuery,
) {
  return from
    .where('deleted_at', 'is', null)
    .where('is_spam', '=', folder === 'spam')
    .$if(Boolean(status), (query) => query.where('is_read', '=', status === 'read'))
    .$if(Boolean(q), (query) =>
      query.where((eb) =>
        contains(
          [eb.ref('contacts.name'), eb.ref('contacts.email'), eb.ref('contacts.subject'), eb.ref('contacts.message')],
          q!,
        ),
      ),
    )
}

export async function findContact(db: Db, id: number): Promise<ContactMessage | undefined> {
  const row = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toContactMessage(row)
}

/** Messages in the inbox that nobody has read. */
export async function countUnread(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_spam', '=', false)
    .where('is_read', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Answers how many of them there were. */
export async function changeContacts(db: Db, ids: number[], { isRead, isSpam }: ContactChange): Promise<number> {
  const spam = isSpam === undefined ? {} : { is_spam: isSpam, spam_reason: isSpam ? ('owner' as const) : null }
  const read = isRead === undefined ? {} : { is_read: isRead }
  return update(db, ids, 'is', { ...spam, ...read })
}

/** Answers how many of them there were. */
export function deleteContacts(db: Db, ids: number[], now: string): Promise<number> {
  return update(db, ids, 'is', { deleted_at: now })
}

/** Answers how many of them could be brought back. */
export function restoreContacts(db: Db, ids: number[]): Promise<number> {
  return update(db, ids, 'is not', { deleted_at: null })
}

async function update(db: Db, ids: number[], deleted: 'is' | 'is not', set: Updateable<Schema['contacts']>) {
  const { numUpdatedRows } = await db
    .updateTable('contacts')
    .set(set)
    .where('id', 'in', ids)
    .where('deleted_at', deleted, null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Messages that were deleted before a moment are gone for good, with the mails that brought them to the owner. */
export async function purgeContacts(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'email', 'created_at'])
      .where('deleted_at', '<', before)
      .limit(200)
      .execute()
    if (rows.length === 0) return
    await db.transaction().execute(async (transaction) => {
      for (const { id, email, created_at } of rows) {
        await deleteMailsOfMessage(transaction, email, created_at)
        await transaction.deleteFrom('contacts').where('id', '=', id).execute()
      }
    })
  }
}

function toContactMessage(row: Row<'contacts'>): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    createdAt: row.created_at,
    isRead: Boolean(row.is_read),
    isSpam: Boolean(row.is_spam),
    spamReason: row.spam_reason,
  }
}
