import * as z from 'zod/mini'

/**
 * A calendar day as `YYYY-MM-DD`. Days are counted without hours: a day more or less is always the next or the last
 * date, also when the clocks change.
 */
export const Day = z.iso
  .date('Please write a day as 2026-03-10')
  .check(z.regex(/^2\d{3}-/, 'Please choose a day between the years 2000 and 2999'))

const formats = new Map<string, Intl.DateTimeFormat>()

let last: { timeZone: string; minute: number; day: string } | undefined

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  // Most calls are for now, and days start on a full minute in every time zone.
  const minute = Math.floor(moment.getTime() / 60_000)
  if (last?.minute === minute && last.timeZone === timeZone) return last.day
  const day = formatDay(timeZone, moment)
  last = { timeZone, minute, day }
  return day
}

function formatDay(timeZone: string, moment: Date): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Sweden writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(moment)
}

export function addDays(day: string, count: number): string {
  return new Date(noon(day) + count * DAY).toISOString().slice(0, 10)
}

/** The same date some months earlier; the last of the month where that has no such date. */
export function subMonths(day: string, count: number): string {
  const then = new Date(noon(day))
  const [year, month] = [then.getUTCFullYear(), then.getUTCMonth() - count]
  const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(then.getUTCDate(), lastDate))).toISOString().slice(0, 10)
}

/** Every day from `first` to `last`, both included. */
export function daysBetween(first: string, last: string): string[] {
  const length = Math.round((noon(last) - noon(first)) / DAY) + 1
  return Array.from({ length: Math.max(0, length) }, (_, index) => addDays(first, index))
}

/** Days from the first to the last, both included. */
export type DayRange = { startDate: string; endDate: string }

/**
 * The last `count` days, as the specification counts them: so many whole days before today, and what today has so far.
 * 30 days are 2,592,000,000 ms between the dates.
 */
export function lastDays(count: number, today: string): DayRange {
  return { startDate: addDays(today, -count), endDate: today }
}

/** As many days before. */
export function daysBefore({ startDate, endDate }: DayRange): DayRange {
  const length = daysBetween(startDate, endDate).length
  return { startDate: addDays(startDate, -length), endDate: addDays(startDate, -1) }
}

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000

function noon(day: string): number {
  return Date.parse(`${day}T12:00:00.000Z`)
}
