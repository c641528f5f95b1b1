import { sql } from 'kysely'
import type { NewsletterLimits } from '../../../contract/audience/newsletters.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

/** How far ahead attempts are given out. */
const HORIZON_MS = 1000

/** Those of the owner; a pace that was learned may be a fraction of one a second. */
export type SendingLimits = { [Window in keyof NewsletterLimits]: number | null }

export type Permits = {
  /** How many attempts may be made. */
  count: number
  /** When the first of them may be made, in milliseconds, and the milliseconds between two. */
  from: number
  spacing: number
  /** When to try again; undefined unless `count` is 0. */
  retryAt: number | undefined
}

/** Keeps other processes from leasing until the end of the transaction. */
export const lockAttempts = (db: Db): Promise<void> => lockTable(db, 'newsletter attempts')

/**
 * How many attempts the limits allow now, over all processes; call it in a transaction, which holds a lock until its end. The
 * hour and the day are rolling, counted by minutes; the second is kept by a time at which the next attempt may follow (GCRA).
 */
export async function readPermits(db: Db, limits: SendingLimits, now: number, wanted: number): Promise<Permits> {
  await lockAttempts(db)
  const windows = [
    { limit: limits.perHour, length: HOUR_MS },
    { limit: limits.perDay, length: DAY_MS },
  ].flatMap(({ limit, length }) => (limit === null ? [] : [{ limit, length }]))
  let count = wanted
  let retryAt: number | undefined
  for (const { limit, length } of windows) {
    const used = await sumAttempts(db, now, length)
    count = Math.min(count, Math.max(0, limit - used))
    if (used < limit) continue
    const rows = await attemptsWithin(db, now, length).select(['minute', 'count']).orderBy('minute').execute()
    retryAt = Math.max(retryAt ?? 0, endOfWindow(rows, used - limit, length))
  }
  // Whole milliseconds where one message fills the horizon, so that rounding never withholds it.
  const exact = limits.perSecond === null ? 0 : 1000 / limits.perSecond
  const spacing = exact < HORIZON_MS ? exact : Math.ceil(exact)
  const from = Math.max(now, spacing === 0 ? 0 : await readPacedUntil(db, now))
  if (spacing > 0) {
    const horizon = Math.max(HORIZON_MS, spacing)
    const free = Math.floor((now + horizon - from) / spacing)
    if (free <= 0 && retryAt === undefined) retryAt = from - horizon + spacing
    count = Math.min(count, Math.max(0, free))
  }
  return { count, from, spacing, retryAt: count === 0 ? (retryAt ?? now + MINUTE_MS) : undefined }
}

/** Counts attempts that begin at `from`. Returns the minute in which they are counted. */
export async function addAttempts(db: Db, { from, spacing }: Permits, count: number, now: number): Promise<string> {
  const minute = toMinute(now)
  const paced_until = new Date(from + Math.ceil(count * spacing)).toISOString()
  await db
    .insertInto('newsletter_attempts')
    .values({ minute, count, paced_until })
    .onConflict((conflict) =>
      conflict.column('minute').doUpdateSet({
        count: sql<number>`newsletter_attempts.count + excluded.count`,
        paced_until: sql<string>`excluded.paced_until`,
      }),
    )
    .execute()
  return minute
}

/** Takes attempts back that were counted and not made. */
export async function refundAttempts(db: Db, minute: string, count: number): Promise<void> {
  await db
    .updateTable('newsletter_attempts')
    .set({ count: sql<number>`case when count > ${count} then count - ${count} else 0 end` })
    .where('minute', '=', minute)
    .execute()
}

/** Deletes attempts that no limit counts any more, and those that were made while the clock was wrong. */
export async function deleteOldAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('newsletter_attempts')
    .where((eb) => eb.or([eb('minute', '<', toMinute(now - 2 * DAY_MS)), eb('minute', '>', toMinute(now + HOUR_MS))]))
    .execute()
}

/** Attempts of the last minute or two. */
export const countLatestAttempts = (db: Db, now: number): Promise<number> => sumAttempts(db, now, MINUTE_MS)

/** Attempts of the last hour and day, for an estimate. */
export async function countAttempts(db: Db, now: number): Promise<{ hour: number; day: number }> {
  return { hour: await sumAttempts(db, now, HOUR_MS), day: await sumAttempts(db, now, DAY_MS) }
}

async function sumAttempts(db: Db, now: number, length: number): Promise<number> {
  const { total } = await attemptsWithin(db, now, length)
    .select((eb) => eb.fn.sum<number | string | null>('count').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Minutes further ahead than clocks of several machines differ were written while the clock was wrong. */
function attemptsWithin(db: Db, now: number, length: number) {
  return db
    .selectFrom('newsletter_attempts')
    .where('minute', '>=', toMinute(now - length))
    .where('minute', '<=', toMinute(now + MINUTE_MS))
}

/** A time further ahead than a batch takes was written while the clock was wrong. */
async function readPacedUntil(db: Db, now: number): Promise<number> {
  const row = await attemptsWithin(db, now, DAY_MS)
    .select('paced_until')
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst()
  const until = row ? Date.parse(row.paced_until) : 0
  return until > now + MINUTE_MS ? now : until
}

/** When enough of the oldest attempts leave the window for one more. */
function endOfWindow(rows: { minute: string; count: number }[], over: number, length: number): number {
  let freed = 0
  for (const { minute, count } of rows) {
    freed += count
    if (freed > over) return Date.parse(minute) + MINUTE_MS + length
  }
  return Number.POSITIVE_INFINITY
}

const toMinute = (time: number) => new Date(Math.floor(time / MINUTE_MS) * MINUTE_MS).toISOString()
