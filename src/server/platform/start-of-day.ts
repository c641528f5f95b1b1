import { TZDate } from '@date-fns/tz'
import { addDays } from '../../contract/platform/days.ts'

/** The time (ISO 8601, UTC) at which a calendar day starts in a time zone, or the day `later` days after it. */
export function startOfDay(timeZone: string, day: string, later = 0): string {
  const [year, month, date] = addDays(day, later).split('-').map(Number)
  return new Date(new TZDate(year!, month! - 1, date!, timeZone).getTime()).toISOString()
}
