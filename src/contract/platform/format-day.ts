const months = 'January February March April May June July August September October November December'.split(' ')

/** A calendar day such as `2026-03-03` as `March 3, 2026`. Days have no time zone, and `Intl` would be slow on phones. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${months[Number(month) - 1]} ${Number(date)}, ${year}`
}
