import { TZDate } from '@date-fns/tz'
import type { DigestInput } from '../../../contract/audience/automatic-newsletters.ts'
import { addDays, dayIn } from '../../../contract/platform/days.ts'

type Schedule = Pick<DigestInput, 'every' | 'weekday' | 'day' | 'hour'>

/** Days from one digest to the next, at most. */
const LONGEST = 31

/** The last time until `now` at which a digest was due, with its day. */
export function lastDigestTime(
  schedule: Schedule,
  timeZone: string,
  now: Date,
): { day: string; at: string } | undefined {
  const today = dayIn(timeZone, now)
  for (let back = 0; back <= LONGEST; back++) {
    const day = addDays(today, -back)
    const at = timeOf(schedule, timeZone, day)
    if (isDigestDay(schedule, day) && at <= now.toISOString()) return { day, at }
  }
  return undefined
}

/** The first time after `now` at which a digest is due. */
export function nextDigestTime(schedule: Schedule, timeZone: string, now: Date): string | null {
  const today = dayIn(timeZone, now)
  for (let later = 0; later <= LONGEST; later++) {
    const day = addDays(today, later)
    const at = timeOf(schedule, timeZone, day)
    if (isDigestDay(schedule, day) && at > now.toISOString()) return at
  }
  return null
}

function isDigestDay({ every, weekday, day: date }: Schedule, day: string): boolean {
  if (every === 'month') return Number(day.slice(8)) === date
  return new Date(`${day}T12:00:00.000Z`).getUTCDay() === weekday % 7
}

function timeOf({ hour }: Schedule, timeZone: string, day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(new TZDate(year!, month! - 1, date!, hour, timeZone).getTime()).toISOString()
}
