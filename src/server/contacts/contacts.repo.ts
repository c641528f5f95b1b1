import type { ContactInput } from '../../contract/contacts.ts'
import type { Db } from '../db/schema.ts'

/**
 * Stores a message and answers its id. Only a program fills the field that no person sees; its message is kept apart,
 * not thrown away.
 */
export async function createContact(db: Db, input: ContactInput, now: string): Promise<number> {
  const { name, email, subject, message } = input
  const isSpam = Boolean(input.website)
  const { id } = await db
    .insertInto('contacts')
    .values({ name, email, subject, message, is_read: false, is_spam: isSpam, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
