import type { Db } from '../../platform/db/schema.ts'
import { type ConfirmationRun, type ConfirmationStep, sendableSince, sendConfirmations } from './confirmation-run.ts'

/** Sends the first confirmation to sign-ups that exceeded the limit of mails. Returns the number of mails. */
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
