import { TZDate } from '@date-fns/tz'
import { addDays } from '../../contract/platform/days.ts'

/** The time (ISO 8601, UTC) at which a calendar day starts in a time zone, or the day `later` days after it. */
export function startOfDay(timeZone: string, day: string, later = 0): string {
  return timeOfDay(timeZone, addDays(day, later), '00:00').toISOString()
}

/** The time that is `time` (`HH:MM`) on a calendar day in a time zone. */
export function timeOfDay(timeZone: string, day: string, time: string): Date {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, date, hours, minutes, timeZone).getTime())
}
