import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/schema.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { isTemporary } from '../mail/server-fault.ts'
import { beginTrial, readServerHealth } from '../mail/server-health.repo.ts'
import { type LeasedRecipient, leaseRecipients, releaseRecipients } from './leases.repo.ts'
import { addAttempts, lockAttempts, readPermits, refundAttempts } from './limits.repo.ts'
import { readNewsletterLimits } from './newsletter-limits.repo.ts'
import { spreadNewsletters } from './spread-newsletters.repo.ts'

/** An attempt at a leased recipient, which is counted against the limits. */
export type Attempt = {
  recipient: LeasedRecipient
  lease: string
  /** The time from which it may be made, and that until the next one, in milliseconds. */
  at: number
  spacing: number
  /** The minute in which it was counted. */
  minute: string
  /** Whether it is made alone to see whether the mail server is still busy, and whether its acceptance ends a fault. */
  isTrial: boolean
  endsFault: boolean
}

type Leasing = { db: Db; clock: () => Date }

/** Longer than an attempt waits until it is made; renewed every minute while its message is handed over. */
const LEASE_MS = 3 * MINUTE_MS
/** An attempt may be made this long after the beginning of the minute in which it was counted: that minute, and a wait for the pace. */
const COUNTED_FOR_MS = MINUTE_MS + 5000
/** Recipients that are leased at once. */
const BATCH = 100

export function leaseTimes(now: Date): { now: string; until: string } {
  return { now: now.toISOString(), until: new Date(now.getTime() + LEASE_MS).toISOString() }
}

/** Leases as many recipients as the limits allow, under an id of their own; `waitMs`: until the limits allow one. */
export async function leaseAttempts(
  { db, clock }: Leasing,
  server: string,
): Promise<{ attempts: Attempt[]; waitMs?: number }> {
  const limits = await readNewsletterLimits(db)
  return db.transaction().execute(async (transaction) => {
    const now = clock().getTime()
    // Before the state is read, so that two processes make one trial.
    await lockAttempts(transaction)
    const { fault, access, perSecond } = await readServerHealth(transaction, server, new Date(now))
    // Other faults end with a sign-in or the owner.
    const isTrial = fault !== null && isTemporary(fault)
    if (isTrial && access === 'held') return { attempts: [] }
    // A server that delays first attempts takes those that it has seen before.
    const startsWith = isTrial && fault.trials % 2 === 1 ? 'deferred' : 'waiting'
    const limited = { ...limits, perSecond: least(limits.perSecond, perSecond) }
    const permits = await readPermits(transaction, limited, now, isTrial ? 1 : BATCH)
    if (permits.retryAt !== undefined) return { attempts: [], waitMs: permits.retryAt - now }
    await spreadNewsletters(transaction, new Date(now).toISOString())
    const lease = randomUUID()
    const times = leaseTimes(clock())
    const recipients = await leaseRecipients(transaction, { ...times, lease, limit: permits.count, startsWith })
    if (recipients.length === 0) return { attempts: [] }
    if (isTrial) await beginTrial(transaction, server, new Date(now))
    const minute = await addAttempts(transaction, permits, recipients.length, now)
    const attempts = recipients.map((recipient, index) => ({
      recipient,
      lease,
      at: permits.from + index * permits.spacing,
      spacing: permits.spacing,
      minute,
      isTrial,
      endsFault: fault !== null,
    }))
    return { attempts }
  })
}

/** Whether an attempt was counted so long ago that the limits would be exceeded if it were made now. */
export function isStale({ minute }: Attempt, now: Date): boolean {
  return now.getTime() - Date.parse(minute) > COUNTED_FOR_MS
}

/** Releases the recipients of attempts that were not made, and no longer counts them. */
export async function releaseAttempts({ db, clock }: Leasing, attempts: Attempt[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const [minute, { length }] of Map.groupBy(attempts, (attempt) => attempt.minute))
      await refundAttempts(transaction, minute, length)
    for (const [lease, group] of Map.groupBy(attempts, (attempt) => attempt.lease)) {
      const ids = group.map(({ recipient }) => recipient.id)
      await releaseRecipients(transaction, ids, lease, clock().toISOString())
    }
  })
}

/** The smaller of two limits; null means unlimited. */
const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
