import { type RawBuilder, sql } from 'kysely'
import { addDays, daysBetween } from '../../../contract/platform/days.ts'
import type { AnalyticsRange } from '../../../contract/shop/analytics.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'

export type Part = [first: string, last: string]

/** Sums by their id, for days and for months, and the table whose rows say which days there are. */
const tables = {
  product_id: { days: 'daily_totals', months: 'monthly_totals', known: 'daily_site_totals' },
  post_id: { days: 'daily_post_totals', months: 'monthly_post_totals', known: 'daily_site_totals' },
  path: { days: 'daily_page_totals', months: 'monthly_page_totals', known: 'daily_view_totals' },
} as const

/**
 * Sums of a range as rows of `id` and `columns`, to be added up by id: of whole months from the sums of months, of the days at
 * both ends from those of days, so that a year is as fast as a month. With `ids` only theirs, each looked up by its key.
 */
export async function sumsOfPeriod(
  db: Db,
  id: keyof typeof tables,
  columns: readonly string[],
  range: AnalyticsRange,
  ids?: readonly number[],
): Promise<RawBuilder<unknown>> {
  const { days: ofDays, months: ofMonths, known } = tables[id]
  const { days, months } = cutIntoMonths(await upToMonthEnd(db, known, range))
  const refs = sql.join(columns.map((column) => sql.ref(column)))
  const parts = (table: string, period: string, periods: readonly string[], [first, last]: Part) =>
    ids
      ? sql`select ${sql.ref(id)} as id, ${refs} from ${sql.table(table)}
          where ${isOneOf(db, period, periods)} and ${isOneOf(db, id, ids)}`
      : sql`select ${sql.ref(id)} as id, ${refs} from ${sql.table(table)}
          where ${sql.ref(period)} >= ${first} and ${sql.ref(period)} <= ${last}`
  return sql.join(
    [
      ...days.map((part) => parts(ofDays, 'day', daysBetween(...part), part)),
      ...months.map((part) => parts(ofMonths, 'month', monthsBetween(...part), part)),
    ],
    sql` union all `,
  )
}

/** The first days whose clicks and views are known; a day after all others where none is. */
export type CountedDays = { clicks: string; views: string }

export async function firstCountedDays(db: Db): Promise<CountedDays> {
  const { rows } = await sql<Partial<CountedDays>>`
    select (select min(day) from daily_site_totals where clicks > 0) as clicks,
      (select min(day) from daily_view_totals where reason = '') as views`.execute(db)
  return { clicks: rows[0]?.clicks ?? LAST_DAY, views: rows[0]?.views ?? LAST_DAY }
}

const LAST_DAY = '9999-12-31'

/** A range without the days before the first one that is counted; a single day where none is. */
export function countedPart({ startDate, endDate }: AnalyticsRange, first: string): AnalyticsRange {
  const start = first > startDate ? first : startDate
  return { startDate: start < endDate ? start : endDate, endDate }
}

/** The clicks of a range by product or post. */
export async function sumClicks(
  db: Db,
  id: 'post_id' | 'product_id',
  ids: readonly number[],
  { startDate, endDate }: AnalyticsRange,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const parts = await sumsOfPeriod(db, id, ['clicks'], { startDate, endDate }, ids)
  const { rows } = await sql<{ id: number; clicks: number }>`
    select id, sum(clicks) as clicks from (${parts}) as parts group by id`.execute(db)
  return new Map(rows.map(({ id, clicks }) => [Number(id), Number(clicks)]))
}

const monthsBetween = (first: string, last: string) => [
  ...new Set(daysBetween(`${first}-01`, `${last}-01`).map((day) => day.slice(0, 7))),
]

/** Extends a range without later data to the end of its last month, which can then be read as a whole. */
async function upToMonthEnd(db: Db, known: string, range: AnalyticsRange): Promise<AnalyticsRange> {
  const monthEnd = addDays(beginOfNextMonth(range.endDate), -1)
  const { rows } = await sql`
    select day from ${sql.table(known)} where day > ${range.endDate} and day <= ${monthEnd} limit 1`.execute(db)
  return rows.length > 0 ? range : { ...range, endDate: monthEnd }
}

/** The whole months of a range, and the days before and after them. */
export function cutIntoMonths({ startDate, endDate }: AnalyticsRange): { days: Part[]; months: Part[] } {
  const firstMonth = startDate.endsWith('-01') ? startDate : beginOfNextMonth(startDate)
  const afterLast = beginOfNextMonth(endDate)
  const lastEnd = addDays(endDate, 1) === afterLast ? endDate : addDays(`${endDate.slice(0, 7)}-01`, -1)
  if (lastEnd < firstMonth) return { days: [[startDate, endDate]], months: [] }
  const days: Part[] = []
  if (startDate < firstMonth) days.push([startDate, addDays(firstMonth, -1)])
  if (lastEnd < endDate) days.push([addDays(lastEnd, 1), endDate])
  return { days, months: [[firstMonth.slice(0, 7), lastEnd.slice(0, 7)]] }
}

export function beginOfNextMonth(day: string): string {
  // 31 days after the first of a month is always in the next.
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
}
