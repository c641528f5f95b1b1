import { type ExpressionBuilder, sql } from 'kysely'
import type {
  ContactChange,
  ContactListQuery,
  ContactMessage,
  SpamReason,
} from '../../../contract/audience/contact-messages.ts'
import type { ContactInput } from '../../../contract/audience/contacts.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row, Schema } from '../../platform/db/schema.ts'
import { softDelete, undelete } from '../../platform/db/soft-delete.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { findAnswers } from './replies.repo.ts'
import { learnFrom, unlearnFrom } from './spam-rules.repo.ts'

/** Stores a message, in the spam folder if it has a `spamReason`. Returns its id. */
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

type ContactFilter = Pick<ContactListQuery, 'q' | 'folder' | 'status'>

/** Ties are listed newest first in both directions. */
const newestFirst = sql`contacts.id desc`

/** The owner's list of the messages in a folder. */
export const contactList = createRowList({
  table: 'contacts',
  matching: (db, { q, folder = 'inbox', status }: ContactFilter) =>
    db
      .selectFrom('contacts')
      .where('contacts.deleted_at', 'is', null)
      .where('contacts.is_spam', '=', folder === 'spam')
      .$if(status === 'new' || status === 'read', (query) => query.where('contacts.is_read', '=', status === 'read'))
      .$if(status === 'answered', (query) =>
        query.where('contacts.id', 'in', (eb) => eb.selectFrom('contact_replies').select('contact_id')),
      )
      .$if(Boolean(q), (query) =>
        query.where((eb) =>
          contains(
            [eb.ref('contacts.name'), eb.ref('contacts.email'), eb.ref('contacts.subject'), eb.ref('contacts.message')],
            q!,
          ),
        ),
      ),
  sorts: {
    id: () => [],
    createdAt: (direction) => [sql`contacts.created_at ${direction}`],
    name: (direction) => [sql`contacts.name ${direction}`, newestFirst],
    email: (direction) => [sql`contacts.email ${direction}`, newestFirst],
    subject: (direction) => [sql`contacts.subject ${direction}`, newestFirst],
    status: (direction) => [sql`contacts.is_read ${direction}`, newestFirst],
  },
  defaultSort: 'createdAt',
  descending: ['createdAt'],
  read: readContacts,
})

async function readContacts(db: Db, ids: number[]): Promise<ContactMessage[]> {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const answers = await findAnswers(db, ids)
  return rows.map((row) => toContactMessage(row, answers.get(row.id)))
}

export async function findContact(db: Db, id: number): Promise<ContactMessage | undefined> {
  return (await readContacts(db, [id]))[0]
}

/** The number of unread messages in the inbox. */
export async function countUnreadContacts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_spam', '=', false)
    .where('is_read', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of messages in the spam folder. */
export async function countSpam(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_spam', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the ids of the changed messages. The spam filter learns from what moves between the folders. */
export async function changeContacts(
  db: Db,
  ids: number[],
  { isRead, isSpam }: ContactChange,
  now: string,
): Promise<number[]> {
  if (isSpam !== undefined) await teachSpamFilter(db, ids, isSpam, now)
  const spam = isSpam === undefined ? {} : { is_spam: isSpam, spam_reason: isSpam ? ('owner' as const) : null }
  const read = isRead === undefined ? {} : { is_read: isRead }
  const rows = await db
    .updateTable('contacts')
    .set({ ...spam, ...read })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function teachSpamFilter(db: Db, ids: number[], isSpam: boolean, now: string): Promise<void> {
  const moved = await db
    .selectFrom('contacts')
    .select(['name', 'email', 'subject', 'message', 'spam_reason'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('is_spam', '=', !isSpam)
    .execute()
  if (isSpam) await unlearnFrom(db, moved)
  else await learnFrom(db, moved, now)
}

/** Returns the ids of the deleted messages. */
export async function deleteContacts(db: Db, ids: number[], now: string): Promise<number[]> {
  return (await softDelete(db, 'contacts', { ids, now })).map(({ id }) => id)
}

/** Returns the ids of the restored messages. */
export async function restoreContacts(db: Db, ids: number[]): Promise<number[]> {
  return (await undelete(db, 'contacts', { ids })).map(({ id }) => id)
}

type Outdated = { deletedBefore: string } | { spamBefore: string } | { receivedBefore: string }

/** Purges outdated messages for good; foreign keys delete their notification mails and the replies. */
export async function purgeContacts(db: Db, outdated: Outdated, signal?: AbortSignal): Promise<void> {
  const isOutdated = (eb: ExpressionBuilder<Schema, 'contacts'>) => {
    if ('deletedBefore' in outdated) return eb('deleted_at', '<', outdated.deletedBefore)
    if ('receivedBefore' in outdated) return eb('created_at', '<', outdated.receivedBefore)
    return eb.and([eb('is_spam', '=', true), eb('created_at', '<', outdated.spamBefore)])
  }
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await db.selectFrom('contacts').select('id').where(isOutdated).limit(200).execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('contacts').where('id', 'in', ids).where(isOutdated).execute()
  }
}

function toContactMessage(row: Row<'contacts'>, answeredAt: string | undefined): ContactMessage {
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
    ...(answeredAt === undefined ? {} : { answeredAt }),
  }
}
