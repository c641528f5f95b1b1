import { type DateWords, formatDays } from '../platform/format-day.ts'

/** `Price checked June 3, 2026`, or of several `Prices checked June 3 – 5, 2026`; '' where no shown price has a day. */
export function checkedLine(offers: readonly { price: string; checkedOn: string }[], dates?: DateWords): string {
  const priced = offers.filter(({ price }) => price !== '')
  const days = priced.flatMap(({ checkedOn }) => checkedOn || []).sort()
  const [first] = days
  if (!first) return ''
  const subject = days.length < priced.length ? 'Some prices' : priced.length > 1 ? 'Prices' : 'Price'
  return `${subject} checked ${formatDays(first, days.at(-1), dates)}`
}
