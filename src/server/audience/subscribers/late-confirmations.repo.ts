import { UNCONFIRMED_DAYS } from '../../../contract/platform/retention.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type ConfirmationRun, type ConfirmationStep, sendableSince, sendConfirmations } from './confirmation-run.ts'

/** Sends the first confirmation to sign-ups that exceeded the limit of mails or were made without a mail server. Returns the number of mails. */
export function sendLateConfirmations(db: Db, run: ConfirmationRun): Promise<number> {
  return sendConfirmations(db, lateStep(run.now), run)
}

function lateStep(now: string): ConfirmationStep {
  return {
    isReminder: false,
    signedUpAt: ({ confirmation_owed_at }) => confirmation_owed_at,
    list: (db, after, limit) =>
      db
        .selectFrom('subscribers')
        .selectAll()
        .where('id', '>', after)
        .where('confirmation_owed_at', '>', sendableSince(now))
        .where('is_active', '=', false)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(limit)
        .execute(),
    mark: (db, { id, confirmation_owed_at }) =>
      db
        .updateTable('subscribers')
        .set({ confirmation_owed_at: null })
        .where('id', '=', id)
        .where('confirmation_owed_at', '=', confirmation_owed_at)
        .where('is_active', '=', false)
        .where('deleted_at', 'is', null)
        .returning(['id', 'email', 'unsubscribe_token', 'name'])
        .executeTakeFirst(),
  }
}

/** The last sign-up of an address waits for a mail server a year at most, as the privacy policy says, with the time in which it can be confirmed. */
const WAITING_MS = (365 - UNCONFIRMED_DAYS) * DAY_MS

/** Renews the expiry of pending sign-ups once a day while no mail server is configured to send their confirmations. */
export async function keepWaiting(db: Db, now: string): Promise<void> {
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
  await db
    .updateTable('subscribers')
    .set((eb) => ({
      confirmation_owed_at: now,
      unconfirmed_at: eb.case().when('unconfirmed_at', 'is', null).then(eb.ref('unconfirmed_at')).else(now).end(),
    }))
    .where('confirmation_owed_at', '<', before(DAY_MS))
    .where('is_active', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('consents')
          .select('consents.id')
          .whereRef('consents.subscriber_id', '=', 'subscribers.id')
          .where('act', '=', 'signed-up')
          .where('at', '>', before(WAITING_MS)),
      ),
    )
    .execute()
}
