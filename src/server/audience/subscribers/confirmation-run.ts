import { runTransaction } from '../../platform/db/retries.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { hasMailOfDay } from './confirmation-mail.ts'

export type ConfirmationRun = {
  origin: string
  now: string
  /** Whether the network of a sign-up may cause another mail now. */
  take: (network: string) => Promise<boolean>
  signal?: AbortSignal
}

type Step = {
  /** The next sign-ups after an id, by id; fewer than `limit` at the end. */
  list: (db: Db, after: number, limit: number) => Promise<Row<'subscribers'>[]>
  /** Writes a mail in its transaction. Returns false if it is not due any more. */
  send: (db: Db, subscriber: Row<'subscribers'>) => Promise<boolean>
}

/** In milliseconds: later the link would work for too short a time, as after a long outage. */
const SENDABLE_FOR = 20 * 24 * 60 * 60 * 1000

/** An older sign-up gets no confirmation any more. */
export function sendableSince(now: string): string {
  return new Date(Date.parse(now) - SENDABLE_FOR).toISOString()
}

/** Sign-ups from before networks were stored count as those of one. */
const UNKNOWN_NETWORK = ''
/** Rows per statement. */
const BATCH = 100
/** Mails per run, so that a flood of sign-ups does not hold up the other mails. */
const MAILS_MAX = 500

/** Sends confirmations within the limits of sign-ups; one over them waits for the next run. Returns the number of mails. */
export async function sendConfirmations(db: Db, { list, send }: Step, run: ConfirmationRun): Promise<number> {
  const { now, take, signal } = run
  const exhausted = new Set<string>()
  let sent = 0
  let after = 0
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await list(db, after, BATCH)
    for (const row of rows) {
      const network = row.sign_up_network ?? UNKNOWN_NETWORK
      if (exhausted.has(network)) continue
      await yieldToEventLoop(signal)
      if (await hasMailOfDay(db, row.email, now)) continue
      // Before the transaction, since shared buckets take a connection of their own.
      if (!(await take(network))) exhausted.add(network)
      else if (await runTransaction(db, (transaction) => send(transaction, row))) sent += 1
      if (sent === MAILS_MAX) return sent
    }
    if (rows.length < BATCH) return sent
    after = rows.at(-1)!.id
  }
}
