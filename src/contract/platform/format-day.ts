const months = 'January February March April May June July August September October November December'.split(' ')

/** A calendar day such as `2026-03-03` as `March 3, 2026`. Days have no time zone, and `Intl` would be slow on phones. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${months[Number(month) - 1]} ${Number(date)}, ${year}`
}

/** `June 3, 2026`, or of several days `June 3 – 5, 2026`. */
export function formatDays(first: string, last = first): string {
  const [from, to] = [formatDay(first), formatDay(last)]
  if (from === to) return from
  const [start = '', year] = from.split(', ')
  const [end = '', lastYear] = to.split(', ')
  if (year !== lastYear) return `${from} – ${to}`
  const [month] = start.split(' ')
  const [lastMonth, date] = end.split(' ')
  return `${start} – ${month === lastMonth ? date : end}, ${year}`
}
