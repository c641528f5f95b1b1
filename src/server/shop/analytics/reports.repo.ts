import { type RawBuilder, sql } from 'kysely'
import type { AnalyticsRange, AnalyticsSummary } from '../../../contract/analytics.ts'
import { addDays, daysBetween } from '../../../contract/days.ts'
import { toDecimal } from '../../../contract/prices.ts'
import type { Db } from '../../platform/db/schema.ts'
import { beginOfNextMonth, cutIntoMonths, type Part, sumsOfPeriod } from './period-sums.repo.ts'
import { NO_PRODUCT } from './totals.repo.ts'

/** Products and posts in the top lists. */
const TOP = 10

/**
 * A range of days from sums alone, so that a year is as fast as a month. Whole months that begin before
 * `firstKeptDay` count by the sums of months, which are kept for good; their days may be gone.
 */
export async function summarize(db: Db, range: AnalyticsRange, firstKeptDay: string): Promise<AnalyticsSummary> {
  const days = await listSiteDays(db, range)
  const { months, kept } = splitAtAge(range, firstKeptDay)
  const counted = days.filter(({ date }) => date >= kept.startDate)
  if (months) counted.push({ date: '', filteredClicks: 0, ...(await sumMonths(db, months)) })
  const sum = (from: typeof days, count: (day: (typeof days)[number]) => number) =>
    from.reduce((total, day) => total + count(day), 0)
  return {
    ...range,
    totals: {
      clicks: sum(counted, (day) => day.clicks),
      conversions: sum(counted, (day) => day.conversions),
      revenue: toDecimal(sum(counted, (day) => day.revenueMinor)),
      filteredClicks: sum(days, (day) => day.filteredClicks),
    },
    days: days.map(({ revenueMinor, ...day }) => ({ ...day, revenue: toDecimal(revenueMinor) })),
    topProducts: await listTopProducts(db, range, firstKeptDay),
    topPosts: await listTopPosts(db, range),
    filtered: await listFiltered(db, range),
  }
}

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
export function listProductDays(db: Db, day: string): Promise<ProductDay[]> {
  return db
    .selectFrom('daily_totals')
    .leftJoin('products', 'products.id', 'daily_totals.product_id')
    .select([
      'daily_totals.day',
      'daily_totals.product_id as productId',
      'products.name as productName',
      'daily_totals.clicks',
      'daily_totals.filtered_clicks as filteredClicks',
      'daily_totals.conversions',
      'daily_totals.revenue_minor as revenueMinor',
    ])
    .where('daily_totals.day', '=', day)
    .orderBy('daily_totals.product_id')
    .execute()
}

/** Every day of a range with its sums. */
export async function listSiteDays(db: Db, { startDate, endDate }: AnalyticsRange) {
  const people = await db
    .selectFrom('daily_site_totals')
    .selectAll()
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
  const peopleOf = new Map(people.map((row) => [row.day, row]))
  const filteredOf = new Map(filtered.map((row) => [row.day, row.clicks]))
  return daysBetween(startDate, endDate).map((date) => ({
    date,
    clicks: peopleOf.get(date)?.clicks ?? 0,
    conversions: peopleOf.get(date)?.conversions ?? 0,
    revenueMinor: peopleOf.get(date)?.revenue_minor ?? 0,
    filteredClicks: filteredOf.get(date) ?? 0,
  }))
}

type ProductSums = { id: number; clicks: number; conversions: number; revenueMinor: number }

async function listTopProducts(
  db: Db,
  range: AnalyticsRange,
  firstKeptDay: string,
): Promise<AnalyticsSummary['topProducts']> {
  const { months, kept } = splitAtAge(range, firstKeptDay)
  const earning = await listBest(db, 'product_id', 'revenue_minor', range)
  const best = earning.length > 0 ? earning : await listBest(db, 'product_id', 'clicks', range)
  const ids = best.map(({ id }) => id)
  if (ids.length === 0) return []
  const sums = [...(await sumProductDays(db, kept, ids)), ...(months ? await sumProductMonths(db, months, ids) : [])]
  const products = await db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(products.map(({ id, name }) => [id, name]))
  return ids.map((id) => {
    const own = sums.filter((row) => row.id === id)
    const total = (count: (row: ProductSums) => number) => own.reduce((all, row) => all + count(row), 0)
    return {
      productId: id === NO_PRODUCT ? null : id,
      name: names.get(id) ?? (id === NO_PRODUCT ? 'No product' : 'A deleted product'),
      clicks: total((row) => row.clicks),
      conversions: total((row) => row.conversions),
      revenue: toDecimal(total((row) => row.revenueMinor)),
    }
  })
}

function sumProductDays(db: Db, { startDate, endDate }: AnalyticsRange, ids: number[]): Promise<ProductSums[]> {
  // A cross join keeps its order in SQLite: led by the days, each product's day is looked up by its key.
  return db
    .selectFrom('daily_site_totals as days')
    .crossJoin('daily_totals as totals')
    .select([
      'totals.product_id as id',
      sum('totals.clicks').as('clicks'),
      sum('totals.conversions').as('conversions'),
      sum('totals.revenue_minor').as('revenueMinor'),
    ])
    .whereRef('totals.day', '=', 'days.day')
    .where('days.day', '>=', startDate)
    .where('days.day', '<=', endDate)
    .where('totals.product_id', 'in', ids)
    .groupBy('totals.product_id')
    .execute()
}

function sumProductMonths(db: Db, [first, last]: Part, ids: number[]): Promise<ProductSums[]> {
  return db
    .selectFrom('monthly_totals')
    .select([
      'product_id as id',
      sum('clicks').as('clicks'),
      sum('conversions').as('conversions'),
      sum('revenue_minor').as('revenueMinor'),
    ])
    .where('month', '>=', first)
    .where('month', '<=', last)
    .where('product_id', 'in', ids)
    .groupBy('product_id')
    .execute()
}

async function sumMonths(db: Db, [first, last]: Part): Promise<Omit<ProductSums, 'id'>> {
  const { clicks, conversions, revenueMinor } = await db
    .selectFrom('monthly_totals')
    .select([sum('clicks').as('clicks'), sum('conversions').as('conversions'), sum('revenue_minor').as('revenueMinor')])
    .where('month', '>=', first)
    .where('month', '<=', last)
    .executeTakeFirstOrThrow()
  return { clicks: clicks ?? 0, conversions: conversions ?? 0, revenueMinor: revenueMinor ?? 0 }
}

async function listTopPosts(db: Db, range: AnalyticsRange): Promise<AnalyticsSummary['topPosts']> {
  const clicked = await listBest(db, 'post_id', 'clicks', range)
  if (clicked.length === 0) return []
  const ids = clicked.map(({ id }) => id)
  const posts = await db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute()
  const titles = new Map(posts.map(({ id, title }) => [id, title]))
  return clicked.map(({ id, total }) => ({ postId: id, title: titles.get(id) ?? 'A deleted post', clicks: total }))
}

/** The largest sums. */
async function listBest(
  db: Db,
  id: 'product_id' | 'post_id',
  column: 'clicks' | 'revenue_minor',
  range: AnalyticsRange,
): Promise<Best[]> {
  const { rows } = await sql<Best>`
    select id, ${sum(column)} as total from (${await sumsOfPeriod(db, id, [column], range)}) as parts
    where ${sql.ref(column)} > ${sql.lit(0)}
    group by id order by sum(${sql.ref(column)}) desc, id limit ${TOP}`.execute(db)
  return rows
}

type Best = { id: number; total: number }

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
