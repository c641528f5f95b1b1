import { TZDate } from '@date-fns/tz'
import type { PostStatus } from '../../../contract/posts.ts'

/** Moments (ISO 8601, UTC) as the fields for date and time show them, in the time zone of the site. */

/** `2026-03-10`, or '' for no moment. */
export function dateOf(moment: string | null, timeZone: string): string {
  if (!moment) return ''
  const local = new TZDate(moment, timeZone)
  return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`
}

/** `15:42`, or '' for no moment. */
export function timeOf(moment: string | null, timeZone: string): string {
  if (!moment) return ''
  const local = new TZDate(moment, timeZone)
  return `${pad(local.getHours())}:${pad(local.getMinutes())}`
}

/** Another day, with the time of day that `moment` has; no day is no moment. */
export function onDate(moment: string, date: string, timeZone: string): string | null {
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return null
  const local = new TZDate(moment, timeZone)
  return toMoment(year, month - 1, day, local.getHours(), local.getMinutes(), local, timeZone)
}

/** Another time of the same day. */
export function atTime(moment: string, time: string, timeZone: string): string {
  const [hours, minutes] = time.split(':').map(Number)
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return moment
  const local = new TZDate(moment, timeZone)
  return toMoment(local.getFullYear(), local.getMonth(), local.getDate(), hours, minutes, undefined, timeZone)
}

export function statusOf(moment: string | null, now: Date): PostStatus {
  if (!moment) return 'draft'
  return new Date(moment) > now ? 'scheduled' : 'published'
}

function toMoment(
  year: number,
  month: number,
  day: number,
  hours: number,
  minutes: number,
  finer: Date | undefined,
  timeZone: string,
): string {
  const seconds = finer?.getSeconds() ?? 0
  const milliseconds = finer?.getMilliseconds() ?? 0
  return new Date(+new TZDate(year, month, day, hours, minutes, seconds, milliseconds, timeZone)).toISOString()
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}
