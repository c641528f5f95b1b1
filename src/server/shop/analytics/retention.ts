import { subMonths } from '../../../contract/platform/days.ts'
import { ANALYTICS_MONTHS } from '../../../contract/platform/retention.ts'
import { createClickPartitions, dropClickPartitions } from '../../platform/db/click-partitions.ts'
import type { Db } from '../../platform/db/schema.ts'
import { startOfDay } from '../../platform/start-of-day.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { deleteSomeBefore, type RetainedTable, retainedTables } from './retention.repo.ts'

/** The first day that is kept; what is of an earlier one may be gone. Months before it are known as a whole only. */
export function firstRetainedDay(today: string): string {
  return subMonths(today, ANALYTICS_MONTHS)
}

export type RetentionOptions = {
  /** The site's day and time zone. */
  today: string
  timeZone: string
  /** Ends the work between two batches, by throwing. */
  signal?: Pick<AbortSignal, 'throwIfAborted'>
}

/**
 * Deletes rows older than 26 months: clicks by dropping whole months where the database holds them apart, everything else in
 * small batches, with other requests between them. The sums of months stay, since
 * they were added to in the transaction of each click; so a run that was cut off is simply repeated. Returns the number
 * of deleted rows.
 */
export async function deleteOldAnalytics(db: Db, { today, timeZone, signal }: RetentionOptions): Promise<number> {
  const day = firstRetainedDay(today)
  const before = { day, moment: startOfDay(timeZone, day) }
  await createClickPartitions(db, new Date(`${today}T00:00:00.000Z`))
  let deleted = await dropClickPartitions(db, before.moment)
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
