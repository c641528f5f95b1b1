/** Well-formed, and without the control characters that databases or XML refuse. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/\r\n?/g, '\n')
}

export const cleanLine = (text: string) => clean(text).replace(/\s+/g, ' ').trim()

/** The ISO time of a date, of one with a time, which is UTC without a zone, or of the milliseconds since 1970; null for anything else. */
export function timeOf(value: unknown): string | null {
  // A date of TOML writes itself as it was given.
  if (value instanceof Date) return plausible(new Date(value.getTime()))
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (/^\d{11,14}$/.test(text)) return plausible(new Date(Number(text)))
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(text) ?? []
  return plausible(new Date(day ? `${day}T${time}Z` : text))
}

function plausible(time: Date): string | null {
  const isPlausible = time.getUTCFullYear() >= 1970 && time.getUTCFullYear() < 10_000
  return isPlausible ? time.toISOString() : null
}
