import { type RawBuilder, sql } from 'kysely'
import { addDays, daysBetween } from '../../../contract/platform/days.ts'
import type { AnalyticsRange, AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import { toAmount } from '../../../contract/shop/money.ts'
import type { Db } from '../../platform/db/schema.ts'
import { attributedSales, earned, earnedRest, order, roundedSum } from '../earnings/summary/attributed-sales.repo.ts'
import { sumEarnedByDay, sumEarnedByProduct } from '../earnings/summary/earned.repo.ts'
import { beginOfNextMonth, cutIntoMonths, type Part, sumClicks, sumsOfPeriod } from './period-sums.repo.ts'
import { NO_PRODUCT } from './totals.repo.ts'

/** Products and posts in the top lists. */
const TOP = 10

/**
 * Clicks of a range from sums alone, so that a year is as fast as a month, and what the ledger says was earned. Whole
 * months that begin before `firstKeptDay` count by the sums of months, which are kept for good; their days may be gone.
 */
export async function summarize(db: Db, query: ReportQuery, firstKeptDay: string): Promise<AnalyticsSummary> {
  const { currency, ...range } = query
  const days = await listSiteDays(db, query)
  const { months, kept } = splitAtAge(range, firstKeptDay)
  const sum = (from: typeof days, count: (day: (typeof days)[number]) => number) =>
    from.reduce((total, day) => total + count(day), 0)
  const counted = days.filter(({ date }) => date >= kept.startDate)
  return {
    ...range,
    totals: {
      clicks: sum(counted, (day) => day.clicks) + (months ? await sumMonths(db, months) : 0),
      conversions: sum(days, (day) => day.conversions),
      revenue: toAmount(Math.round(sum(days, (day) => day.revenueMinor)), currency),
      filteredClicks: sum(days, (day) => day.filteredClicks),
    },
    days: days.map(({ revenueMinor, ...day }) => ({ ...day, revenue: toAmount(Math.round(revenueMinor), currency) })),
    topProducts: await listTopProducts(db, range, currency),
    topPosts: await listTopPosts(db, range),
    filtered: await listFiltered(db, range),
  }
}

/** Earnings are those in the currency of the site. */
export type ReportQuery = AnalyticsRange & { currency: string }

export type ProductDay = {
  day: string
  /** 0 without a product. */
  productId: number
  productName: string | null
  clicks: number
  filteredClicks: number
  conversions: number
  revenueMinor: number
}

/** The sums of each product on one day. */
export async function listProductDays(db: Db, day: string, currency: string): Promise<ProductDay[]> {
  const sales = attributedSales(db, { startDate: day, endDate: day, basis: 'ordered', currency })
  const { rows } = await sql<ProductDay>`
    select ${day} as day, parts.id as "productId", products.name as "productName",
      ${sum('clicks')} as clicks, ${sum('filtered_clicks')} as "filteredClicks",
      ${sum('orders')} as conversions, ${roundedSum(sql.ref('earned'), sql.ref('rest'))} as "revenueMinor"
    from (
      select product_id as id, clicks, filtered_clicks, 0 as orders, 0 as earned, 0 as rest
      from daily_totals where day = ${day}
      union all
      select coalesce(product, ${sql.lit(NO_PRODUCT)}), 0, 0, ${order}, ${earned}, ${earnedRest}
      from (${sales}) as a
    ) as parts left join products on products.id = parts.id
    group by parts.id, products.name order by parts.id`.execute(db)
  return rows
}

/** Every day of a range with its sums. */
export async function listSiteDays(db: Db, { startDate, endDate, currency }: ReportQuery) {
  const people = await db
    .selectFrom('daily_site_totals')
    .select(['day', 'clicks'])
    .where('day', '>=', startDate)
    .where('day', '<=', endDate)
    .execute()
  const filtered = await db
    .selectFrom('daily_filtered_totals')
    .select(['day', sum('clicks').as('clicks')])
    .where('day', '>=', startDate)
    .where('day', '<=', endDate)
    .groupBy('day')
    .execute()
  const earnedOf = await sumEarnedByDay(db, { startDate, endDate }, currency)
  const clicksOf = new Map(people.map(({ day, clicks }) => [day, clicks]))
  const filteredOf = new Map(filtered.map((row) => [row.day, row.clicks]))
  return daysBetween(startDate, endDate).map((date) => ({
    date,
    clicks: clicksOf.get(date) ?? 0,
    conversions: earnedOf.get(date)?.orders ?? 0,
    revenueMinor: earnedOf.get(date)?.earned ?? 0,
    filteredClicks: filteredOf.get(date) ?? 0,
  }))
}

async function listTopProducts(
  db: Db,
  range: AnalyticsRange,
  currency: string,
): Promise<AnalyticsSummary['topProducts']> {
  const products = await sumEarnedByProduct(db, range, currency)
  const earning = [...products]
    .map(([id, sums]) => ({ id: id ?? NO_PRODUCT, ...sums }))
    .filter((sums) => sums.earned > 0)
    .toSorted((a, b) => b.earned - a.earned || a.id - b.id)
    .slice(0, TOP)
  const best = earning.length > 0 ? earning : await listMostClicked(db, 'product_id', range)
  const ids = best.map(({ id }) => id)
  if (ids.length === 0) return []
  const clicks = await sumClicks(db, 'product_id', ids, range)
  const named = await db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return ids.map((id) => {
    const sums = products.get(id === NO_PRODUCT ? null : id)
    return {
      productId: id === NO_PRODUCT ? null : id,
      name: names.get(id) ?? (id === NO_PRODUCT ? 'No product' : 'A deleted product'),
      clicks: clicks.get(id) ?? 0,
      conversions: sums?.orders ?? 0,
      revenue: toAmount(sums?.earned ?? 0, currency),
    }
  })
}

/** The clicks of whole months. */
async function sumMonths(db: Db, [first, last]: Part): Promise<number> {
  const { clicks } = await db
    .selectFrom('monthly_totals')
    .select(sum('clicks').as('clicks'))
    .where('month', '>=', first)
    .where('month', '<=', last)
    .executeTakeFirstOrThrow()
  return clicks ?? 0
}

async function listTopPosts(db: Db, range: AnalyticsRange): Promise<AnalyticsSummary['topPosts']> {
  const clicked = await listMostClicked(db, 'post_id', range)
  if (clicked.length === 0) return []
  const ids = clicked.map(({ id }) => id)
  const posts = await db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute()
  const titles = new Map(posts.map(({ id, title }) => [id, title]))
  return clicked.map(({ id, total }) => ({ postId: id, title: titles.get(id) ?? 'A deleted post', clicks: total }))
}

async function listMostClicked(
  db: Db,
  id: 'product_id' | 'post_id',
  range: AnalyticsRange,
): Promise<{ id: number; total: number }[]> {
  const { rows } = await sql<{ id: number; total: number }>`
    select id, ${sum('clicks')} as total from (${await sumsOfPeriod(db, id, ['clicks'], range)}) as parts
    where clicks > 0 group by id order by sum(clicks) desc, id limit ${TOP}`.execute(db)
  return rows
}

/** The whole months of a range whose days may be gone, if there are any, and the days after them. */
function splitAtAge(range: AnalyticsRange, firstKeptDay: string): { months?: Part; kept: AnalyticsRange } {
  const [months] = cutIntoMonths(range).months
  if (!months || `${months[0]}-01` >= firstKeptDay) return { kept: range }
  const oldest = firstKeptDay.endsWith('-01') ? addDays(firstKeptDay, -1) : firstKeptDay
  const last = oldest.slice(0, 7) < months[1] ? oldest.slice(0, 7) : months[1]
  return { months: [months[0], last], kept: { ...range, startDate: beginOfNextMonth(`${last}-01`) } }
}

async function listFiltered(db: Db, { startDate, endDate }: AnalyticsRange): Promise<AnalyticsSummary['filtered']> {
  return db
    .selectFrom('daily_filtered_totals')
    .select(['reason', sum('clicks').as('clicks')])
    .where('day', '>=', startDate)
    .where('day', '<=', endDate)
    .groupBy('reason')
    .orderBy(sum('clicks'), 'desc')
    .orderBy('reason')
    .execute()
}

/** PostgreSQL adds up whole numbers to a `numeric`, which reads as text. */
function sum(column: string): RawBuilder<number> {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`
}
