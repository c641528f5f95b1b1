import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { startOfDay } from '../../src/server/platform/start-of-day.ts'

/** Fills the empty sums from the clicks and conversions of `days`. */
export async function fillTotals(db: Db, timeZone: string, days: string[]): Promise<void> {
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
