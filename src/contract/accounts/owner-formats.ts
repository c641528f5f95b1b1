import type { DateWords } from '../platform/format-day.ts'

type Region = { timeZone: string; dates?: DateWords | undefined; clock?: '24' | undefined }

/**
 * Formats timestamps (ISO 8601, UTC) in the site's time zone, and calendar days (`2026-03-10`), for the owner: her screens and
 * mails are in English, the order of a date and the hours are those of the site.
 */
export function ownerFormats({ timeZone, dates, clock }: Region) {
  const pattern = dates?.pattern ?? ''
  const isNumeric = pattern.includes('{mm}')
  const locale = isNumeric ? 'de' : /\{d\}.*\{m\}/.test(pattern) ? 'en-GB' : 'en-US'
  const long = isNumeric ? 'medium' : 'long'
  const create = (options: Intl.DateTimeFormatOptions) => {
    // Created with its first use, since it is slow and each screen needs few of them.
    let format: Intl.DateTimeFormat | undefined
    return (time: string) => {
      format ??= new Intl.DateTimeFormat(locale, { timeZone, hourCycle: clock ? 'h23' : 'h12', ...options })
      return format.format(new Date(time))
    }
  }
  const day = create({ dateStyle: long })
  const moment = create({ dateStyle: long, timeStyle: 'short' })
  const clockTime = create({ timeStyle: 'short' })
  const date = isNumeric
    ? ({ day: '2-digit', month: '2-digit' } as const)
    : ({ day: 'numeric', month: 'short' } as const)
  // Noon of UTC is on that day.
  const ofCalendar = (options: Intl.DateTimeFormatOptions, from = locale) => {
    let format: Intl.DateTimeFormat | undefined
    return (day: string) => {
      format ??= new Intl.DateTimeFormat(from, { timeZone: 'UTC', ...options })
      return format.format(new Date(`${day}T12:00:00Z`))
    }
  }
  return {
    timeZone,
    /** March 10, 2026 */
    day,
    /** March 10, 2026 at 3:42 PM */
    moment,
    /** Mar 10, 2026 */
    shortDay: create({ dateStyle: 'medium' }),
    /** Mar 10, 2026, 3:42 PM */
    shortMoment: create({ dateStyle: 'medium', timeStyle: 'short' }),
    /** Mar 10 */
    dayOfYear: create(date),
    /** 2026 */
    year: create({ year: 'numeric' }),
    /** 3:42 PM */
    clockTime,
    /** March 10, 2026 for a calendar day */
    calendarDay: ofCalendar({ dateStyle: long }),
    /** Mar 10 for a calendar day */
    calendarDayOfYear: ofCalendar(date),
    /** Tuesday, March 10 for a calendar day */
    calendarWeekday: ofCalendar({ weekday: 'long', month: 'long', day: 'numeric' }, locale === 'de' ? 'en-GB' : locale),
    /** 3:42 PM for a timestamp of today, else as `moment`. */
    timeOrMoment: (time: string) => (day(time) === day(new Date().toISOString()) ? clockTime : moment)(time),
  }
}
