import { sql } from 'kysely'
import type { NewsletterLimits } from '../../../contract/newsletters.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How far ahead attempts are given out, in milliseconds. */
const HORIZON = 1000

export type Permits = {
  /** How many attempts may be made. */
  count: number
  /** When the first of them may be made, in milliseconds, and the milliseconds between two. */
  from: number
  spacing: number
  /** When to try again, if `count` is 0. */
  retryAt?: number
}

/**
 * How many attempts the limits allow now, over all processes; call it in a transaction, which holds a lock until its end. The
 * hour and the day are rolling, counted by minutes; the second is kept by a time at which the next attempt may follow (GCRA).
 */
export async function readPermits(db: Db, limits: NewsletterLimits, now: number, wanted: number): Promise<Permits> {
  await lockTable(db, 'newsletter attempts')
  const windows = [
    { limit: limits.perHour, length: HOUR },
    { limit: limits.perDay, length: DAY },
  ].flatMap(({ limit, length }) => (limit === null ? [] : [{ limit, length }]))
  let count = wanted
  let retryAt: number | undefined
  for (const { limit, length } of windows) {
    const rows = await listAttempts(db, toMinute(now - length))
    const used = rows.reduce((sum, row) => sum + row.count, 0)
    count = Math.min(count, Math.max(0, limit - used))
    if (used >= limit) retryAt = Math.max(retryAt ?? 0, endOfWindow(rows, used - limit, length))
  }
  const spacing = limits.perSecond === null ? 0 : 1000 / limits.perSecond
  const from = Math.max(now, spacing === 0 ? 0 : await readPacedUntil(db, now))
  if (spacing > 0) {
    const free = Math.floor((now + HORIZON - from) / spacing)
    if (free <= 0 && retryAt === undefined) retryAt = from - HORIZON + spacing
    count = Math.min(count, Math.max(0, free))
  }
  return { count, from, spacing, ...(count === 0 && { retryAt: retryAt ?? now + MINUTE }) }
}

/** Counts attempts that begin at `from`. */
export async function addAttempts(db: Db, { from, spacing }: Permits, count: number, now: number): Promise<void> {
  const paced_until = new Date(from + Math.ceil(count * spacing)).toISOString()
  await db
    .insertInto('newsletter_attempts')
    .values({ minute: toMinute(now), count, paced_until })
    .onConflict((conflict) =>
      conflict.column('minute').doUpdateSet({
        count: sql<number>`newsletter_attempts.count + excluded.count`,
        paced_until: sql<string>`excluded.paced_until`,
      }),
    )
    .execute()
}

export async function deleteOldAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('newsletter_attempts')
    .where('minute', '<', toMinute(now - 2 * DAY))
    .execute()
}

/** Attempts of the last day, newest first, for an estimate. */
export async function countAttempts(db: Db, now: number): Promise<{ hour: number; day: number }> {
  const rows = await listAttempts(db, toMinute(now - DAY))
  const since = toMinute(now - HOUR)
  const sum = (list: { count: number }[]) => list.reduce((total, row) => total + row.count, 0)
  return { hour: sum(rows.filter(({ minute }) => minute >= since)), day: sum(rows) }
}

async function listAttempts(db: Db, since: string): Promise<{ minute: string; count: number }[]> {
  return db
    .selectFrom('newsletter_attempts')
    .select(['minute', 'count'])
    .where('minute', '>=', since)
    .orderBy('minute')
    .execute()
}

/** A time further ahead than a batch takes was written while the clock was wrong. */
async function readPacedUntil(db: Db, now: number): Promise<number> {
  const row = await db
    .selectFrom('newsletter_attempts')
    .select('paced_until')
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst()
  const until = row ? Date.parse(row.paced_until) : 0
  return until > now + MINUTE ? now : until
}

/** When enough of the oldest attempts leave the window for one more. */
function endOfWindow(rows: { minute: string; count: number }[], over: number, length: number): number {
  let freed = 0
  for (const { minute, count } of rows) {
    freed += count
    if (freed > over) return Date.parse(minute) + MINUTE + length
  }
  return Number.POSITIVE_INFINITY
}

const toMinute = (time: number) => new Date(Math.floor(time / MINUTE) * MINUTE).toISOString()
