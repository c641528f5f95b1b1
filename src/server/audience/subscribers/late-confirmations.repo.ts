import type { Db, Row } from '../../platform/db/schema.ts'
import { createConfirmationMail, hasMailOfDay, lockMailsTo } from './confirmation-mail.ts'
import { type ConfirmationRun, sendableSince, sendConfirmations } from './confirmation-run.ts'
import { confirmableUntil } from './confirmations.repo.ts'

/** Sends the first confirmation to sign-ups that exceeded the limit of mails. Returns the number of mails. */
export function sendLateConfirmations(db: Db, run: ConfirmationRun): Promise<number> {
  const list = (on: Db, after: number, limit: number) =>
    on
      .selectFrom('subscribers')
      .selectAll()
      .where('id', '>', after)
      .where('confirmation_owed_at', '>', sendableSince(run.now))
      .where('is_active', '=', false)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  return sendConfirmations(db, { list, send: (on, subscriber) => sendFirst(on, subscriber, run) }, run)
}

/** False if the subscriber has confirmed, left or got another mail meanwhile. */
async function sendFirst(
  db: Db,
  { id, email, confirmation_owed_at }: Row<'subscribers'>,
  { origin, now }: ConfirmationRun,
): Promise<boolean> {
  await lockMailsTo(db, email)
  if (await hasMailOfDay(db, email, now)) return false
  const to = await db
    .updateTable('subscribers')
    .set({ confirmation_owed_at: null })
    .where('id', '=', id)
    .where('confirmation_owed_at', '=', confirmation_owed_at)
    .where('is_active', '=', false)
    .where('deleted_at', 'is', null)
    .returning(['id', 'email', 'unsubscribe_token', 'name'])
    .executeTakeFirst()
  if (!to) return false
  const expiresAt = confirmableUntil(confirmation_owed_at!)
  await createConfirmationMail(db, { to, name: to.name ?? undefined, expiresAt, isReminder: false }, { origin, now })
  return true
}
