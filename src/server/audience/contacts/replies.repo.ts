import type { ContactReply, SavedReply, SavedReplyInput } from '../../../contract/audience/replies.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The time of the first reply by message. */
export async function findAnswers(db: Db, contactIds: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('contact_replies')
    .select(['contact_id', (eb) => eb.fn.min<string>('created_at').as('answered_at')])
    .where('contact_id', 'in', contactIds)
    .groupBy('contact_id')
    .execute()
  return new Map(rows.map((row) => [row.contact_id, row.answered_at]))
}

/** Returns its id. */
export async function createReply(db: Db, contactId: number, text: string, now: string): Promise<number> {
  const { id } = await db
    .insertInto('contact_replies')
    .values({ contact_id: contactId, text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** With the state of their mails, oldest first. */
export async function listReplies(db: Db, contactId: number): Promise<ContactReply[]> {
  const rows = await db
    .selectFrom('contact_replies')
    .leftJoin('mails', 'mails.reply_id', 'contact_replies.id')
    .select(['contact_replies.id', 'contact_replies.text', 'contact_replies.created_at', 'mails.state', 'mails.error'])
    .where('contact_replies.contact_id', '=', contactId)
    .orderBy('contact_replies.id')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
}

/** By name. */
export async function listSavedReplies(db: Db): Promise<SavedReply[]> {
  return db.selectFrom('saved_replies').select(['id', 'name', 'text']).orderBy('name').orderBy('id').execute()
}

export async function createSavedReply(db: Db, { name, text }: SavedReplyInput, now: string): Promise<SavedReply> {
  return db
    .insertInto('saved_replies')
    .values({ name, text, updated_at: now })
    .returning(['id', 'name', 'text'])
    .executeTakeFirstOrThrow()
}

/** Undefined if it does not exist. */
export function updateSavedReply(
  db: Db,
  id: number,
  { name, text }: SavedReplyInput,
  now: string,
): Promise<SavedReply | undefined> {
  return db
    .updateTable('saved_replies')
    .set({ name, text, updated_at: now })
    .where('id', '=', id)
    .returning(['id', 'name', 'text'])
    .executeTakeFirst()
}

/** Returns its name; undefined if it does not exist. */
export async function deleteSavedReply(db: Db, id: number): Promise<string | undefined> {
  const row = await db.deleteFrom('saved_replies').where('id', '=', id).returning('name').executeTakeFirst()
  return row?.name
}
