import { runTransaction } from '../../platform/db/retries.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { createConfirmationMail, hasMailOfDay, lockMailsTo } from './confirmation-mail.ts'
import { confirmableUntil } from './confirmations.repo.ts'

export type ConfirmationRun = {
  origin: string
  now: string
  /** Whether the network of a sign-up may cause another mail now. */
  take: (network: string) => Promise<boolean>
  signal?: AbortSignal
}

type Addressee = Pick<Row<'subscribers'>, 'id' | 'email' | 'unsubscribe_token' | 'name'>

export type ConfirmationStep = {
  /** The next sign-ups after an id, by id; fewer than `limit` at the end. */
  list: (db: Db, after: number, limit: number) => Promise<Row<'subscribers'>[]>
  /** Marks a sign-up as sent, in the transaction of its mail. Undefined if it has confirmed, left or was marked meanwhile. */
  mark: (db: Db, subscriber: Row<'subscribers'>) => Promise<Addressee | undefined>
  /** When the sign-up was made for which its link works; not null for those of `list`. */
  signedUpAt: (subscriber: Row<'subscribers'>) => string | null
  isReminder: boolean
}

/** Later the link would work for too short a time, as after a long outage. */
const SENDABLE_MS = 20 * DAY_MS

/** An older sign-up gets no confirmation any more. */
export function sendableSince(now: string): string {
  return new Date(Date.parse(now) - SENDABLE_MS).toISOString()
}

/** Sign-ups from before networks were stored count as those of one. */
const UNKNOWN_NETWORK = ''
/** Rows per statement. */
const BATCH = 100
/** Mails per run, so that a flood of sign-ups does not hold up the other mails. */
const MAILS_MAX = 500

/** Sends confirmations within the limits of sign-ups; one over them waits for the next run. Returns the number of mails. */
export async function sendConfirmations(db: Db, step: ConfirmationStep, run: ConfirmationRun): Promise<number> {
  const { now, take, signal } = run
  const exhausted = new Set<string>()
  let sent = 0
  let after = 0
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await step.list(db, after, BATCH)
    for (const row of rows) {
      const network = row.sign_up_network ?? UNKNOWN_NETWORK
      if (exhausted.has(network)) continue
      await yieldToEventLoop(signal)
      if (await hasMailOfDay(db, row.email, now)) continue
      // Before the transaction, since shared buckets take a connection of their own.
      if (!(await take(network))) exhausted.add(network)
      else if (await runTransaction(db, (transaction) => sendOne(transaction, row, step, run))) sent += 1
      if (sent === MAILS_MAX) return sent
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return sent
    after = last.id
  }
}

/** False if the subscriber has confirmed, left or got another mail meanwhile. */
async function sendOne(
  db: Db,
  subscriber: Row<'subscribers'>,
  { mark, signedUpAt, isReminder }: ConfirmationStep,
  { origin, now }: ConfirmationRun,
): Promise<boolean> {
  await lockMailsTo(db, subscriber.email)
  if (await hasMailOfDay(db, subscriber.email, now)) return false
  const to = await mark(db, subscriber)
  if (!to) return false
  const since = signedUpAt(subscriber)
  if (since === null) throw new Error('A sign-up that waits for its confirmation has no time')
  const expiresAt = confirmableUntil(since)
  await createConfirmationMail(db, { to, name: to.name ?? undefined, expiresAt, isReminder }, { origin, now })
  return true
}
