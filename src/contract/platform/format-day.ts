/**
 * How a site writes its days where that is not `March 3, 2026`: the months of its language, and a pattern of `{d}`, `{dd}`,
 * `{m}`, `{mm}` and `{y}`. The server takes both from `Intl`, so that each browser writes the same.
 */
export type DateWords = { pattern: string; months: string[] }

const english: DateWords = {
  pattern: '{m} {d}, {y}',
  months: 'January February March April May June July August September October November December'.split(' '),
}

/** A calendar day such as `2026-03-03` as `March 3, 2026`. Days have no time zone, and `Intl` would be slow on phones. */
export function formatDay(day: string, { pattern, months } = english): string {
  const [y = '', mm = '', dd = ''] = day.split('-')
  const values: Record<string, string> = { y, mm, dd, d: String(Number(dd)), m: months[Number(mm) - 1] ?? mm }
  return pattern.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found)
}

/** `June 3, 2026`, or of several days `June 3 – 5, 2026`. */
export function formatDays(first: string, last = first, words?: DateWords): string {
  const [from, to] = [formatDay(first, words), formatDay(last, words)]
  if (from === to) return from
  if (words) return `${from} – ${to}`
  const [start = '', year] = from.split(', ')
  const [end = '', lastYear] = to.split(', ')
  if (year !== lastYear) return `${from} – ${to}`
  const [month] = start.split(' ')
  const [lastMonth, date] = end.split(' ')
  return `${start} – ${month === lastMonth ? date : end}, ${year}`
}
