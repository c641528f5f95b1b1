import { subMonths } from '../../../contract/days.ts'
import type { Db } from '../../platform/db/schema.ts'
import { startOfDay } from '../../platform/start-of-day.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { deleteSomeBefore, type RetainedTable, retainedTables } from './retention.repo.ts'

/** How long clicks, conversions and the sums of single days are kept, as the privacy policy says. */
export const KEPT_MONTHS = 26

/** The first day that is kept; what is of an earlier one may be gone. Months before it are known as a whole only. */
export function firstRetainedDay(today: string): string {
  return subMonths(today, KEPT_MONTHS)
}

export type RetentionOptions = {
  /** The site's day and time zone. */
  today: string
  timeZone: string
  /** Ends the work between two batches, by throwing. */
  signal?: Pick<AbortSignal, 'throwIfAborted'>
}

/**
 * Deletes what is older than 26 months, a few rows at a time so that readers are answered in between. The sums of months
 * stay: each click and conversion was added to them in the transaction that kept it, so deleting it changes no sum,
 * however often this is cut off and begun anew. Answers how many rows it deleted.
 */
export async function deleteOldAnalytics(db: Db, { today, timeZone, signal }: RetentionOptions): Promise<number> {
  const day = firstRetainedDay(today)
  const before = { day, moment: startOfDay(timeZone, day) }
  let deleted = 0
  for (const table of Object.keys(retainedTables) as RetainedTable[]) {
    for (;;) {
      await yieldToEventLoop(signal)
      const count = await deleteSomeBefore(db, table, before)
      if (count === 0) break
      deleted += count
    }
  }
  return deleted
}
