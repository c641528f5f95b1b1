/** Dates and times as reports write them, in five languages. */

export type DateOrder = 'ymd' | 'mdy' | 'dmy'

/** `instant` (ISO 8601 in UTC) only where the text names a time zone, `time` (`HH:MM:SS`) where it has a time. */
export type ReportDate = { day: string; time: string | undefined; instant: string | undefined }

/** No sale and no payment of a network is outside of these years; some systems write 9999-12-31 for “never”. */
const FIRST_YEAR = 1995
const LAST_YEAR = 2099

/**
 * Undefined for a text that is not a date, or not one that exists. `3/4/2026` is read by `order`, and undefined
 * where the year comes first, since nothing tells which of its numbers is the month.
 */
export function parseDate(text: string, order: DateOrder): ReportDate | undefined {
  const { date, time, zone } = split(text)
  const parts = toParts(date, order)
  const clock = time === '' ? undefined : parseTime(time)
  if (!parts || (time !== '' && clock === undefined)) return undefined
  const [year, month, day] = parts
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined
  const at = new Date(Date.UTC(year, month - 1, day))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined
  const iso = at.toISOString().slice(0, 10)
  const offset = zone === '' ? undefined : offsetOf(zone)
  if (zone !== '' && offset === undefined) return undefined
  const instant = clock !== undefined && offset !== undefined ? toInstant(iso, clock, offset) : undefined
  return { day: iso, time: clock, instant }
}

/** `1:04:05 PM` as `13:04:05`; undefined for a text that is not a time. */
export function parseTime(text: string): string | undefined {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?m?\.?$/i.exec(text.trim())
  if (!match) return undefined
  const [, hours = '', minutes = '', seconds = '00', half] = match
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}

/**
 * The orders that a date can be read in, such as `mdy` alone for `3/14/2026`; both for `3/4/2026`. Undefined where the order
 * makes no difference: `2026-03-04`, `04.03.2026`, `4 March 2026`, `3/3/2026`.
 */
export function ordersOf(text: string): { mdy: boolean; dmy: boolean } | undefined {
  const match = numeric.exec(split(text).date)
  if (!match || match[2] === '.') return undefined
  const first = Number(match[1])
  const second = Number(match[3])
  if (first === second) return undefined
  return { mdy: first <= 12 && second <= 31, dmy: second <= 12 && first <= 31 }
}

const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/

function split(text: string): { date: string; time: string; zone: string } {
  const match =
    /^(.*?)(?:[T\s,]+(?:at\s+)?(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?)\s*(Z|[A-Z]{2,4}|(?:UTC|GMT)?\s*[+-]\d{2}:?\d{2})?)?$/i.exec(
      text.trim(),
    )
  return { date: (match?.[1] ?? '').trim(), time: match?.[2] ?? '', zone: (match?.[3] ?? '').trim().toUpperCase() }
}

function toParts(date: string, order: DateOrder): [year: number, month: number, day: number] | undefined {
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(date)
  if (iso && (iso[2] !== '' || date.length === 8)) return [Number(iso[1]), Number(iso[3]), Number(iso[4])]
  const match = numeric.exec(date)
  if (match) {
    const [, first, separator, second, years = ''] = match
    if (order === 'ymd' && separator !== '.' && first !== second) return undefined
    const year = years.length === 2 ? 2000 + Number(years) : Number(years)
    // A date with points starts with its day wherever it is written.
    const isDayFirst = separator === '.' || order === 'dmy'
    return isDayFirst ? [year, Number(second), Number(first)] : [year, Number(first), Number(second)]
  }
  return namedMonth(date)
}

/** `March 4, 2026`, `4. März 2026`, `15 de septiembre de 2026`, `04-Mar-26`. */
function namedMonth(date: string): [number, number, number] | undefined {
  const words = date
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && word !== 'de' && word !== 'del')
    .map((word) => word.replace(/^(\d{1,2})(?:st|nd|rd|th|er)$/, '$1'))
  if (words.length !== 3) return undefined
  const at = words.findIndex((word) => months().has(word))
  if (at !== 0 && at !== 1) return undefined
  const day = words[at === 0 ? 1 : 0]!
  const year = words[2]!
  if (!/^\d{1,2}$/.test(day) || !/^(?:\d{4}|\d{2})$/.test(year)) return undefined
  return [year.length === 2 ? 2000 + Number(year) : Number(year), months().get(words[at]!)!, Number(day)]
}

let monthsByName: Map<string, number> | undefined

function months(): Map<string, number> {
  if (monthsByName) return monthsByName
  monthsByName = new Map([['sept', 9]])
  for (const language of ['en', 'de', 'fr', 'it', 'es']) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      for (let month = 0; month < 12; month++) {
        const name = format
          .format(Date.UTC(2026, month, 1))
          .normalize('NFKD')
          .toLowerCase()
        monthsByName.set(name.replace(/[\p{M}.]/gu, ''), month + 1)
      }
    }
  }
  return monthsByName
}

/** Hours east of UTC of the abbreviations that networks use. */
const zones = new Map(
  Object.entries({ Z: 0, UTC: 0, GMT: 0, EST: -5, EDT: -4, PST: -8, PDT: -7, CET: 1, CEST: 2, BST: 1 }),
)

/** Minutes east of UTC. */
function offsetOf(zone: string): number | undefined {
  const hours = zones.get(zone)
  if (hours !== undefined) return hours * 60
  const match = /^(?:UTC|GMT)?\s*([+-])(\d{2}):?(\d{2})$/.exec(zone)
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : undefined
}

export function toInstant(day: string, time: string, offsetMinutes = 0): string {
  return new Date(Date.parse(`${day}T${time}Z`) - offsetMinutes * 60_000).toISOString()
}
