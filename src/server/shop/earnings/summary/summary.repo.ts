import { sql } from 'kysely'
import type { DayRange } from '../../../../contract/platform/days.ts'
import { dialectOf } from '../../../platform/db/dialect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { type CountedDays, firstCountedDays } from '../../analytics/period-sums.repo.ts'
import { createOpenAttribution } from './attribute-open-sales.repo.ts'
import { attributedSales, bucket, dayColumns, order, type SalesFilter, salesOfPeriod } from './attributed-sales.repo.ts'
import {
  addVisits,
  type Counted,
  type CountedVisits,
  noVisitSums,
  round,
  toNumbers,
  toVisits,
  type VisitSums,
} from './earnings-sums.ts'
import { sumOfAmounts, sumsByVisits } from './exact-amounts.ts'
import { toGroups } from './group-lines.repo.ts'
import { findMonthDays, findMonthSums, listRawSales, type StoredMonth } from './month-sums.repo.ts'
import { addStored, daysOf, linesOf, openSalesOf, type StoredSums, toTuple } from './month-sums.ts'
import {
  addAttributed,
  addDay,
  addTuple,
  earningsGroups,
  emptySums,
  lineOf,
  roundDays,
  type SalesSums,
  type Tuple,
} from './sales-lines.ts'

export async function listCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from earning_sales group by currency order by count(*) desc, currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** The currency where the owner has not chosen one: the site's, or the one with the most sales where it has none. */
export function usualCurrency(currencies: readonly string[], ofSite: string): string {
  return currencies.includes(ofSite) ? ofSite : (currencies[0] ?? ofSite)
}

/** The sums of a period, whole, by day and by each group. */
export async function sumSales(db: Db, filter: SalesFilter) {
  const counted = await firstCountedDays(db)
  const sums = emptySums()
  // A month in which counting began is neither divided by its visits as a whole nor not at all.
  const isUsable = ({ startDate, endDate }: DayRange) =>
    [counted.clicks, counted.views].every((first) => first <= startDate || first > endDate)
  const { months, ranges } = await findMonthSums(db, filter, isUsable)
  for (const range of ranges) await addSales(db, { ...filter, ...range }, { sums, counted })
  await addMonths(db, months, { sums, counted })
  return {
    sums: {
      totals: toVisits(sums.totals, filter),
      unattributed: round(sums.unattributed),
      groups: await toGroups(db, sums.lines, filter, counted),
    },
    days: roundDays(sums.days),
  }
}

export async function sumTotals(db: Db, filter: SalesFilter) {
  const counted = await firstCountedDays(db)
  const columns = sumsByVisits(counted, { source: 'source', day: dayColumns[filter.basis] })
  const totals = noVisitSums()
  const { months, ranges } = await findMonthDays(db, filter)
  for (const range of ranges) {
    const { rows } = await sql<CountedVisits>`
      select ${bucket} as bucket, count(*) as sales, sum(${order}) as orders, ${sumOfAmounts}, ${columns}
      ${salesOfPeriod({ ...filter, ...range })} group by 1`.execute(db)
    for (const row of rows) addVisits(totals, toNumbers(row))
  }
  for (const month of months) for (const { day, sums } of daysOf(month)) addStored(totals, sums, { day, ...counted })
  return toVisits(totals, filter)
}

type Part = { sums: SalesSums; counted: CountedDays }

/** Adds the sales of a range. */
async function addSales(db: Db, filter: SalesFilter, part: Part): Promise<void> {
  // SQLite groups by sorting and looks up rules for each sale, which takes several times as long as adding the sales up here.
  if (dialectOf(db) === 'sqlite') return addRawSales(db, filter, part)
  const { sums, counted } = part
  const { tuples, days } = await readTuples(db, filter, counted)
  for (const tuple of tuples) {
    addVisits(sums.totals, tuple)
    addTuple(sums, tuple)
  }
  for (const row of days) addDay(sums.days, row)
}

async function addRawSales(db: Db, filter: SalesFilter, { sums, counted }: Part): Promise<void> {
  const attribute = await createOpenAttribution(db)
  for (const sale of await listRawSales(db, filter)) {
    const exact = sale.source === 'newsletter' ? 0 : sale.amount
    const by_clicks = sale.day >= counted.clicks ? exact : 0
    const by_views = sale.day >= counted.views ? exact : 0
    const { bucket, sales, orders, amount } = sale
    const visits = { bucket, sales, orders, amount, by_clicks, by_views }
    addVisits(sums.totals, visits)
    addAttributed(sums, toTuple(sale, attribute(sale)), { counted: visits, addTo: addVisits })
    addDay(sums.days, sale)
  }
}

/** Adds stored months. */
async function addMonths(db: Db, months: readonly StoredMonth[], { sums, counted }: Part): Promise<void> {
  if (months.length === 0) return
  const attribute = await createOpenAttribution(db)
  for (const month of months) {
    for (const { day, sums: ofDay } of daysOf(month)) {
      addStored(sums.totals, ofDay, { day, ...counted })
      addDay(sums.days, { day, ...ofDay })
    }
    const start = { day: `${month.month}-01`, ...counted }
    const addToSums = (line: VisitSums, stored: StoredSums) => addStored(line, stored, start)
    for (const { sale, sums: open } of openSalesOf(month))
      addAttributed(sums, toTuple(sale, attribute(sale)), { counted: open, addTo: addToSums })
    for (const group of earningsGroups)
      for (const line of linesOf(month, group)) addToSums(lineOf(sums, group, line), line.sums)
  }
}

type Read = { tuples: Tuple[]; days: readonly (Omit<Counted, 'orders'> & { day: string })[] }

async function readTuples(db: Db, filter: SalesFilter, counted: CountedDays): Promise<Read> {
  const columns = sql`place_source, place_id, product, position, network, program as advertiser, ${bucket} as bucket`
  const sales = attributedSales(db, filter)
  const grouped = await sql<Tuple>`
    select ${columns}, count(*) as sales, sum(${order}) as orders, ${sumOfAmounts},
      ${sumsByVisits(counted, { source: 'place_source', day: 'day' })}
    from (${sales}) as a group by place_source, place_id, product, position, network, program, 7`.execute(db)
  const byDay = await sql<Omit<Counted, 'orders'> & { day: string }>`
    select day, ${bucket} as bucket, count(*) as sales, ${sumOfAmounts}
    from (${sales}) as a group by 1, 2`.execute(db)
  return { tuples: grouped.rows.map(toNumbers), days: byDay.rows.map(toNumbers) }
}
