import { sql } from 'kysely'
import type { Db, Row } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type ConfirmationRun, sendableSince, sendConfirmations } from './confirmation-run.ts'

/** A sign-up that waits this long, and whose first mail is as old, gets its confirmation once more. */
const RESENT_AFTER_MS = 2 * DAY_MS

/**
 * Sends the confirmation once more to sign-ups that wait for two days, except those whose first mail failed. Mark and mail
 * are written in one transaction, so that a subscriber gets one reminder at most. Returns the number of mails.
 */
export function resendConfirmations(db: Db, run: ConfirmationRun): Promise<number> {
  return sendConfirmations(
    db,
    {
      isReminder: true,
      signedUpAt: ({ unconfirmed_at }) => unconfirmed_at,
      list: (on, after, limit) => listAwaited(on, run.now, after, limit),
      mark: (on, subscriber) => markResent(on, subscriber, run.now),
    },
    run,
  )
}

function listAwaited(db: Db, now: string, after: number, limit: number): Promise<Row<'subscribers'>[]> {
  const dueSince = new Date(Date.parse(now) - RESENT_AFTER_MS).toISOString()
  return (
    db
      .selectFrom('subscribers')
      .selectAll()
      .where('id', '>', after)
      .where('unconfirmed_at', '<=', dueSince)
      .where('unconfirmed_at', '>', sendableSince(now))
      .where('is_active', '=', false)
      .where('confirmation_owed_at', 'is', null)
      .where('confirmation_resent_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('confirmations')
              .select('confirmations.subscriber_id')
              .whereRef('confirmations.subscriber_id', '=', 'subscribers.id')
              .where('confirmations.created_at', '>', dueSince),
          ),
        ),
      )
      // A bot's sign-up has no such consent.
      .where(
        sql<boolean>`exists (select 1 from consents where consents.subscriber_id = subscribers.id and consents.act = 'signed-up')`,
      )
      .where(
        sql<boolean>`not exists (select 1 from mails where mails.to_address = subscribers.email and mails.kind = 'confirmation' and mails.state = 'failed')`,
      )
      .where(sql<boolean>`not exists (select 1 from suppressions where suppressions.email = subscribers.email)`)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

function markResent(db: Db, { id, unconfirmed_at }: Row<'subscribers'>, now: string) {
  return db
    .updateTable('subscribers')
    .set({ confirmation_resent_at: now })
    .where('id', '=', id)
    .where('is_active', '=', false)
    .where('unconfirmed_at', '=', unconfirmed_at)
    .where('confirmation_owed_at', 'is', null)
    .where('confirmation_resent_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'email', 'unsubscribe_token', 'name'])
    .executeTakeFirst()
}
