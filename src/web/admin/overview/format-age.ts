const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** In minutes. */
const HOUR = 60
const DAY = 24 * HOUR

/** '5 hours ago', for a time of the past. */
export function formatAge(time: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(time)) / 60_000))
  if (minutes < HOUR) return relative.format(-minutes, 'minute')
  return minutes < 2 * DAY
    ? relative.format(-Math.round(minutes / HOUR), 'hour')
    : relative.format(-Math.round(minutes / DAY), 'day')
}
