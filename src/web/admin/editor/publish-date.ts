import { TZDate } from '@date-fns/tz'
import type { PostStatus } from '../../../contract/content/posts.ts'

/** Conversions between timestamps (ISO 8601, UTC) and the values of date and time inputs in the site's time zone. */

/** `2026-03-10`, or '' for null. */
export function dateOf(timestamp: string | null, timeZone: string): string {
  if (!timestamp) return ''
  const local = new TZDate(timestamp, timeZone)
  return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`
}

/** `15:42`, or '' for null. */
export function timeOf(timestamp: string | null, timeZone: string): string {
  if (!timestamp) return ''
  const local = new TZDate(timestamp, timeZone)
  return `${pad(local.getHours())}:${pad(local.getMinutes())}`
}

/** Replaces the date and keeps the time of day; null if `date` is empty. */
export function withDate(timestamp: string, date: string, timeZone: string): string | null {
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return null
  const local = new TZDate(timestamp, timeZone)
  return toTimestamp(year, month - 1, day, local.getHours(), local.getMinutes(), local, timeZone)
}

/** Replaces the time of day, with seconds set to 0. */
export function withTime(timestamp: string, time: string, timeZone: string): string {
  const [hours, minutes] = time.split(':').map(Number)
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return timestamp
  const local = new TZDate(timestamp, timeZone)
  return toTimestamp(local.getFullYear(), local.getMonth(), local.getDate(), hours, minutes, undefined, timeZone)
}

export function statusOf(timestamp: string | null, now: Date): PostStatus {
  if (!timestamp) return 'draft'
  return new Date(timestamp) > now ? 'scheduled' : 'published'
}

function toTimestamp(
  year: number,
  month: number,
  day: number,
  hours: number,
  minutes: number,
  secondsOf: Date | undefined,
  timeZone: string,
): string {
  const seconds = secondsOf?.getSeconds() ?? 0
  const milliseconds = secondsOf?.getMilliseconds() ?? 0
  return new Date(+new TZDate(year, month, day, hours, minutes, seconds, milliseconds, timeZone)).toISOString()
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}
