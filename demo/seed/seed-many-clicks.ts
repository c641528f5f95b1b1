import { sql } from 'kysely'
import { addDays, dayIn, daysBetween } from '../../src/contract/platform/days.ts'
import type { Db, NewRow } from '../../src/server/platform/db/schema.ts'
import { startOfDay } from '../../src/server/platform/start-of-day.ts'
import { insertRows } from './insert-rows.ts'
import { pick } from './pick.ts'
import { seededRandom } from './seeded-random.ts'

/** More than a year, so that a period can be compared with the year before. */
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

/** Exactly `clicks` clicks over the days before today, increasing, with their conversions and totals. */
export async function seedManyClicks(db: Db, { today, onStep, ...options }: ManyClicks): Promise<void> {
  const yesterday = addDays(dayIn(ZONE, today), -1)
  const days = daysBetween(addDays(yesterday, 1 - DAYS), yesterday)
  const random = seededRandom(20_240_615)
  const conversions: NewRow<'conversions'>[] = []
  const shareOf = (index: number) => 0.6 + (0.8 * index) / DAYS
  const all = days.reduce((total, _, index) => total + shareOf(index), 0)

  await insertRows(db, 'link_clicks', makeClicks())
  onStep('conversions and totals')
  await insertRows(db, 'conversions', conversions)
  await fillTotals(db, ZONE, days)

  function* makeClicks(): Generator<NewRow<'link_clicks'>> {
    let made = 0
    let part = 0
    for (const [index, day] of days.entries()) {
      part += shareOf(index) / all
      // Cumulative rounding: the last day ends at exactly `clicks`.
      const until = index === days.length - 1 ? options.clicks : Math.round(options.clicks * part)
      yield* clicksOf(day, until - made)
      made = until
    }
  }

  function* clicksOf(day: string, count: number): Generator<NewRow<'link_clicks'>> {
    const start = Date.parse(startOfDay(ZONE, day))
    const length = Date.parse(startOfDay(ZONE, day, 1)) - start
    for (let number = 0; number < count; number++) {
      const linkId = pick(placements, random)
      const productId = random() < 0.02 ? null : pick(options.productIds, random, 2.2)
      const at = new Date(start + Math.floor(((number + random()) / count) * length)).toISOString()
      const reason = random() < 0.08 ? pick(reasons, random) : null
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
        post_id: linkId === 'post' || random() < 0.2 ? pick(options.postIds, random, 2.2) : null,
        clicked_at: at,
        filtered_reason: reason,
      }
    }
  }
}

/** Fills the empty sums from the clicks and conversions of `days`. */
async function fillTotals(db: Db, timeZone: string, days: string[]): Promise<void> {
  for (const day of days)
    await sumDay(db, day, { from: startOfDay(timeZone, day), until: startOfDay(timeZone, day, 1) })
  await sql`
    insert into daily_site_totals (day, clicks, conversions, revenue_minor)
    select day, sum(clicks), sum(conversions), sum(revenue_minor) from daily_totals group by day`.execute(db)
  await sql`
    insert into monthly_totals (month, product_id, clicks, conversions, revenue_minor)
    select substr(day, 1, 7), product_id, sum(clicks), sum(conversions), sum(revenue_minor)
    from daily_totals group by 1, 2`.execute(db)
  await sql`
    insert into monthly_post_totals (month, post_id, clicks)
    select substr(day, 1, 7), post_id, sum(clicks) from daily_post_totals group by 1, 2`.execute(db)
}

async function sumDay(db: Db, day: string, { from, until }: { from: string; until: string }): Promise<void> {
  const clicked = sql`from link_clicks where clicked_at >= ${from} and clicked_at < ${until}`
  const converted = sql`from conversions where converted_at >= ${from} and converted_at < ${until}`
  await sql`
    insert into daily_totals (day, product_id, clicks, filtered_clicks, conversions, revenue_minor)
    select ${day}, product, sum(clicks), sum(filtered), sum(conversions), sum(revenue) from (
      select coalesce(product_id, 0) as product, count(*) - count(filtered_reason) as clicks,
        count(filtered_reason) as filtered, 0 as conversions, 0 as revenue ${clicked} group by 1
      union all select coalesce(product_id, 0), 0, 0, count(*), sum(revenue_minor) ${converted} group by 1
    ) as counted group by product`.execute(db)
  await sql`
    insert into daily_filtered_totals (day, reason, clicks)
    select ${day}, filtered_reason, count(*) ${clicked} and filtered_reason is not null group by 2`.execute(db)
  await sql`
    insert into daily_post_totals (day, post_id, clicks)
    select ${day}, post_id, count(*) ${clicked} and filtered_reason is null and post_id is not null
    group by 2`.execute(db)
}
