import { sql } from 'kysely'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { createConfirmationMail, hasMailOfDay, lockMailsTo } from './confirmation-mail.ts'
import { confirmableUntil } from './confirmations.repo.ts'

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000
/** A sign-up that waits this long gets its confirmation once more. */
const RESENT_AFTER = 2 * DAY
/** Later the link would work for too short a time, as after a long outage. */
const NOT_RESENT_AFTER = 20 * DAY
/** Rows per statement. */
const BATCH = 100

type ResendOptions = {
  origin: string
  now: string
  /** Whether the network of a sign-up may cause another mail now. */
  take: (network: string) => Promise<boolean>
  signal?: AbortSignal
}

/** Sign-ups from before networks were stored count as those of one. */
const UNKNOWN_NETWORK = ''

/**
 * Sends the confirmation once more to sign-ups that wait for two days, except those whose first mail failed. Mark and mail
 * are written in one transaction, so that a subscriber gets one reminder at most. One over the limits of sign-ups waits for
 * the next run. Returns the number of mails.
 */
export async function resendConfirmations(db: Db, { origin, now, take, signal }: ResendOptions): Promise<number> {
  const exhausted = new Set<string>()
  /** Takes its token before the transaction, since shared buckets take a connection of their own. */
  const mayCause = async (network: string) => {
    if (exhausted.has(network)) return false
    if (await take(network)) return true
    exhausted.add(network)
    return false
  }
  let sent = 0
  let after = 0
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await listAwaited(db, now, after)
    for (const row of rows) {
      await yieldToEventLoop(signal)
      if (await hasMailOfDay(db, row.email, now)) continue
      if (!(await mayCause(row.sign_up_network ?? UNKNOWN_NETWORK))) continue
      if (await runTransaction(db, (transaction) => resend(transaction, row, { origin, now }))) sent += 1
    }
    if (rows.length < BATCH) return sent
    after = rows.at(-1)!.id
  }
}

function listAwaited(db: Db, now: string, after: number): Promise<Row<'subscribers'>[]> {
  const before = (age: number) => new Date(Date.parse(now) - age).toISOString()
  return (
    db
      .selectFrom('subscribers')
      .selectAll()
      .where('id', '>', after)
      .where('unconfirmed_at', '<=', before(RESENT_AFTER))
      .where('unconfirmed_at', '>', before(NOT_RESENT_AFTER))
      .where('is_active', '=', false)
      .where('confirmation_resent_at', 'is', null)
      .where('deleted_at', 'is', null)
      // A bot's sign-up has no such consent.
      .where(
        sql<boolean>`exists (select 1 from consents where consents.subscriber_id = subscribers.id and consents.act = 'signed-up')`,
      )
      .where(
        sql<boolean>`not exists (select 1 from mails where mails.to_address = subscribers.email and mails.kind = 'confirmation' and mails.state = 'failed')`,
      )
      .where(sql<boolean>`not exists (select 1 from suppressions where suppressions.email = subscribers.email)`)
      .orderBy('id')
      .limit(BATCH)
      .execute()
  )
}

/** False if the subscriber has confirmed, left or got another mail meanwhile. */
async function resend(
  db: Db,
  { id, email, unconfirmed_at }: Row<'subscribers'>,
  { origin, now }: { origin: string; now: string },
): Promise<boolean> {
  await lockMailsTo(db, email)
  if (await hasMailOfDay(db, email, now)) return false
  const to = await db
    .updateTable('subscribers')
    .set({ confirmation_resent_at: now })
    .where('id', '=', id)
    .where('is_active', '=', false)
    .where('unconfirmed_at', '=', unconfirmed_at)
    .where('confirmation_resent_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'email', 'unsubscribe_token', 'name'])
    .executeTakeFirst()
  if (!to) return false
  const expiresAt = confirmableUntil(unconfirmed_at!)
  await createConfirmationMail(db, { to, name: to.name ?? undefined, expiresAt, isReminder: true }, { origin, now })
  return true
}
