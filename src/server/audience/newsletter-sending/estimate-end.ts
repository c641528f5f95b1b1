import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/durations.ts'
import { secondsAtPace } from '../mail/server-health.repo.ts'
import type { SendingLimits } from './limits.repo.ts'

/**
 * When `left` attempts are made under the limits, as ISO 8601; null if nothing limits them. `made` are those of the last hour
 * and day, which count against the limits too; `learned` is the pace of the mail server now, in messages a second, which grows.
 */
export function estimateEnd(
  left: number,
  { perSecond, perHour, perDay }: SendingLimits,
  made: { hour: number; day: number },
  now: Date,
  learned: number | null = null,
): string | null {
  const waits = [
    perSecond === null ? 0 : (left / perSecond) * SECOND_MS,
    learned === null ? 0 : secondsAtPace(left, learned, perSecond) * SECOND_MS,
    perHour === null ? 0 : windows(left, perHour, made.hour) * HOUR_MS,
    perDay === null ? 0 : windows(left, perDay, made.day) * DAY_MS,
  ]
  const wait = Math.max(...waits)
  return wait === 0 ? null : new Date(now.getTime() + wait).toISOString()
}

/** Full windows that pass before the last attempt. */
function windows(left: number, limit: number, made: number): number {
  return Math.max(0, Math.ceil((left + Math.min(made, limit)) / limit) - 1)
}
