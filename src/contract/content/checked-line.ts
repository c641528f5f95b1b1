/** `Price checked June 3, 2026`, or of several `Prices checked June 3 – 5, 2026`; '' where no shown price has a day. */
export function checkedLine(offers: readonly { price: string; checkedOn: string }[]): string {
  const priced = offers.filter(({ price }) => price !== '')
  const days = priced.flatMap(({ checkedOn }) => checkedOn || []).sort()
  const [first] = days
  if (!first) return ''
  const subject = days.length < priced.length ? 'Some prices' : priced.length > 1 ? 'Prices' : 'Price'
  return `${subject} checked ${longDay(first, days.at(-1))}`
}

/** `June 3, 2026`, or `June 3 – 5, 2026`. */
export function longDay(day: string, last = day): string {
  const [from, to] = [day, last].map((each) => new Date(`${each}T12:00:00.000Z`))
  return dayFormat.formatRange(from!, to!).replaceAll('\u2009', ' ')
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
