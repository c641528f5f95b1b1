import type { DateWords } from '../platform/format-day.ts'

type Region = { timeZone: string; dates?: DateWords | undefined; clock?: '24' | undefined }

/**
 * Formats timestamps (ISO 8601, UTC) for the owner, in the site's time zone: her screens and mails are in English, the order
 * of a date and the hours are those of the site.
 */
export function ownerFormats({ timeZone, dates, clock }: Region) {
  const pattern = dates?.pattern ?? ''
  const isNumeric = pattern.includes('{mm}')
  const locale = isNumeric ? 'de' : /\{d\}.*\{m\}/.test(pattern) ? 'en-GB' : 'en-US'
  const long = isNumeric ? 'medium' : 'long'
  const create = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: clock ? 'h23' : 'h12', ...options })
    return (time: string) => format.format(new Date(time))
  }
  const day = create({ dateStyle: long })
  const moment = create({ dateStyle: long, timeStyle: 'short' })
  const clockTime = create({ timeStyle: 'short' })
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
    /** 3:42 PM for a timestamp of today, else as `moment`. */
    timeOrMoment: (time: string) => (day(time) === day(new Date().toISOString()) ? clockTime : moment)(time),
  }
}
