import { addDays, dayIn, daysBetween } from '../../../../contract/days.ts'
import { startOfDay } from '../../start-of-day.ts'
import type { Db, NewRow } from '../schema.ts'
import { fillTotals } from './fill-totals.ts'
import { insertRows } from './insert-rows.ts'
import { seededRandom } from './seeded-random.ts'

/** More than a year, so that a year can be compared with the one before. */
const DAYS = 420
const ZONE = 'America/New_York'
const placements = ['home-grid', 'shop', 'search', 'post']
const reasons = ['bot', 'bot', 'bot', 'bot', 'prefetch', 'no-user-agent', 'foreign-origin']

export type ManyClicks = {
  productIds: number[]
  postIds: number[]
  clicks: number
  today: Date
  onStep: (step: string) => void
}

/** Exactly so many clicks over the days before today, ever more of them, with their conversions and sums. */
export async function seedManyClicks(db: Db, { today, onStep, ...options }: ManyClicks): Promise<void> {
  const yesterday = addDays(dayIn(ZONE, today), -1)
  const days = daysBetween(addDays(yesterday, 1 - DAYS), yesterday)
  const random = seededRandom(20_240_615)
  const conversions: NewRow<'conversions'>[] = []
  const shares = days.map((_, index) => 0.6 + (0.8 * index) / DAYS)
  const all = shares.reduce((total, share) => total + share, 0)

  await insertRows(db, 'link_clicks', makeClicks())
  onStep('conversions and sums')
  await insertRows(db, 'conversions', conversions)
  await fillTotals(db, ZONE, days)

  function* makeClicks(): Generator<NewRow<'link_clicks'>> {
    let made = 0
    let part = 0
    for (const [index, day] of days.entries()) {
      part += shares[index]! / all
      // Rounded on the way, so that the last day ends at the whole number.
      const until = index === days.length - 1 ? options.clicks : Math.round(options.clicks * part)
      yield* clicksOf(day, until - made)
      made = until
    }
  }

  function* clicksOf(day: string, count: number): Generator<NewRow<'link_clicks'>> {
    const start = Date.parse(startOfDay(ZONE, day))
    const length = Date.parse(startOfDay(ZONE, day, 1)) - start
    for (let number = 0; number < count; number++) {
      const linkId = placements[Math.floor(random() * placements.length)]!
      const productId = random() < 0.02 ? null : skewed(options.productIds, random)
      const at = new Date(start + Math.floor(((number + random()) / count) * length)).toISOString()
      const reason = random() < 0.08 ? reasons[Math.floor(random() * reasons.length)]! : null
      if (reason === null && random() < 0.025)
        conversions.push({
          link_id: linkId,
          product_id: productId,
          revenue_minor: 80 + Math.floor(random() * 420),
          converted_at: at,
          day,
        })
      yield {
        link_id: linkId,
        product_id: productId,
        post_id: linkId === 'post' || random() < 0.2 ? skewed(options.postIds, random) : null,
        clicked_at: at,
        filtered_reason: reason,
      }
    }
  }
}

/** Few are what most people want. */
function skewed(ids: number[], random: () => number): number {
  return ids[Math.floor(ids.length * random() ** 2.2)]!
}
