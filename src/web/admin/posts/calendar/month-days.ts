import { addDays, daysBetween } from '../../../../contract/platform/days.ts'

const firstOf = (month: string) => `${month}-01`

/** `2026-03` of the day; `count` months later, or earlier if negative. */
export function monthOf(day: string, count = 0): string {
  const [year = 2000, month = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The month of an address; undefined unless it is one of the years 2000 to 2999. */
export const parseMonth = (text: string | null) =>
  text !== null && /^2\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** The weeks that a calendar shows of a month, each of seven days. `weekStart`: 1 for Monday to 7 for Sunday. */
export function weeksOf(month: string, weekStart: number): string[][] {
  const first = firstOf(month)
  const last = addDays(firstOf(monthOf(first, 1)), -1)
  const start = addDays(first, -((weekdayOf(first) - weekStart + 7) % 7))
  const weeks: string[][] = []
  for (let day = start; day <= last; day = addDays(day, 7)) weeks.push(daysBetween(day, addDays(day, 6)))
  return weeks
}

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T12:00:00.000Z`).getUTCDay() || 7

/** Countries whose weeks start on a Sunday, for browsers that do not know it. */
const SUNDAY = /-(US|CA|MX|BR|JP|KR|TW|HK|IN|IL|ZA|AU)$/

/** The first day of the week where a language is spoken: 1 for Monday to 7 for Sunday. */
export function weekStartOf(language: string): number {
  try {
    const locale = new Intl.Locale(language).maximize() as Intl.Locale & {
      getWeekInfo?: () => { firstDay: number }
      weekInfo?: { firstDay: number }
    }
    const info = locale.getWeekInfo?.() ?? locale.weekInfo
    return info?.firstDay ?? (SUNDAY.test(locale.toString()) ? 7 : 1)
  } catch {
    return 1
  }
}
