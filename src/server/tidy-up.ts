import { deleteExpiredSignIns } from './auth/expiry.repo.ts'
import { purgeContacts } from './contacts/contacts.repo.ts'
import { deleteIdempotencyKeys } from './db/idempotency-keys.ts'
import type { Db } from './db/schema.ts'
import { turnForOthers } from './db/turn-for-others.ts'
import { forgetBodies } from './mail/mail.repo.ts'
import { deleteExpiredConfirmations } from './subscribers/confirmations.repo.ts'
import { forgetUnconfirmed, purgeSubscribers } from './subscribers/subscribers.repo.ts'

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000

/** Deletes for good what is kept for a time only. Ends between two batches by throwing, where `signal` says so. */
export async function tidyUp(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  const steps = [
    // A repeat comes within minutes; a day is generous.
    () => deleteIdempotencyKeys(db, before(1)),
    () => deleteExpiredSignIns(db, now),
    () => deleteExpiredConfirmations(db, before(0)),
    () => forgetBodies(db, before(30)),
    // Its link works for 7 days; the rest is time to ask again, or to look into it.
    () => forgetUnconfirmed(db, before(30), signal),
    () => purgeContacts(db, before(30), signal),
    // Long enough to undo a slip, short enough for who asks to be forgotten.
    () => purgeSubscribers(db, before(1), signal),
  ]
  for (const step of steps) {
    await turnForOthers(signal)
    await step()
  }
}
