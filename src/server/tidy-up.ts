import { deleteExpiredSignIns } from './auth/expiry.repo.ts'
import { purgeContacts } from './contacts/contacts.repo.ts'
import { deleteIdempotencyKeys } from './db/idempotency-keys.ts'
import type { Db } from './db/schema.ts'
import { forgetBodies } from './mail/mail.repo.ts'
import { deleteExpiredConfirmations } from './subscribers/confirmations.repo.ts'
import { forgetUnconfirmed, purgeSubscribers } from './subscribers/subscribers.repo.ts'

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000

/** Deletes for good what is kept for a time only. */
export async function tidyUp(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  // A repeat comes within minutes; a day is generous.
  await deleteIdempotencyKeys(db, before(1))
  await deleteExpiredSignIns(db, now)
  await deleteExpiredConfirmations(db, before(0))
  await forgetBodies(db, before(30))
  // Its link works for 7 days; the rest is time to ask again, or to look into it.
  await forgetUnconfirmed(db, before(30))
  await purgeContacts(db, before(30))
  // Long enough to undo a slip, short enough for who asks to be forgotten.
  await purgeSubscribers(db, before(1))
}
