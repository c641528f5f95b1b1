import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
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
  copySums,
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
  const part = { counted: await firstCountedDays(db), attribution: await createOpenAttribution(db) }
  const { sums, ranges } = await sumMonthsOf(db, filter, part)
  for (const range of ranges) await addSales(db, { ...filter, ...range }, { ...part, sums })
  return {
    sums: {
      totals: toVisits(sums.totals, filter),
      unattributed: round(sums.unattributed),
      groups: await toGroups(db, sums.lines, filter, part.counted),
    },
    days: roundDays(sums.days),
  }
}

type Part = { counted: CountedDays; attribution: Awaited<ReturnType<typeof createOpenAttribution>> }

/** Lines of all reports that are kept, of about 350 bytes each. */
const KEPT_LINES = 80_000

/** The sums of stored months by all that they depend on: adding up a year takes several times as long as the rest of a report. */
const keptSums = new LRUCache<string, SalesSums>({
  maxSize: KEPT_LINES,
  sizeCalculation: ({ lines }) => 1 + earningsGroups.reduce((sum, group) => sum + lines[group].size, 0),
})

/** The sums of the stored months of a period, and the ranges whose sales are to be added. */
async function sumMonthsOf(db: Db, filter: SalesFilter, { counted, attribution }: Part) {
  // A month in which counting began is neither divided by its visits as a whole nor not at all.
  const isUsable = ({ startDate, endDate }: DayRange) =>
    [counted.clicks, counted.views].every((first) => first <= startDate || first > endDate)
  const keyOf = (months: readonly { stamp: string }[]) =>
    JSON.stringify([counted, attribution.stamp, months.map(({ stamp }) => stamp)])
  const { months, ranges } = await findMonthDays(db, filter, isUsable)
  if (months.length === 0) return { sums: emptySums(), ranges }
  const kept = keptSums.get(keyOf(months))
  if (kept) return { sums: copySums(kept), ranges }
  const found = await findMonthSums(db, filter, isUsable)
  const sums = emptySums()
  addMonths(found.months, { sums, counted, attribution })
  keptSums.set(keyOf(found.months), copySums(sums))
  return { sums, ranges: found.ranges }
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

type Sum = Part & { sums: SalesSums }

/** Adds the sales of a range. */
async function addSales(db: Db, filter: SalesFilter, part: Sum): Promise<void> {
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

async function addRawSales(db: Db, filter: SalesFilter, { sums, counted, attribution }: Sum): Promise<void> {
  for (const sale of await listRawSales(db, filter)) {
    const exact = sale.source === 'newsletter' ? 0 : sale.amount
    const by_clicks = sale.day >= counted.clicks ? exact : 0
    const by_views = sale.day >= counted.views ? exact : 0
    const { bucket, sales, orders, amount } = sale
    const visits = { bucket, sales, orders, amount, by_clicks, by_views }
    addVisits(sums.totals, visits)
    addAttributed(sums, toTuple(sale, attribution.attribute(sale)), { counted: visits, addTo: addVisits })
    addDay(sums.days, sale)
  }
}

function addMonths(months: readonly StoredMonth[], { sums, counted, attribution }: Sum): void {
  for (const month of months) {
    for (const { day, sums: ofDay } of daysOf(month)) {
      addStored(sums.totals, ofDay, { day, ...counted })
      addDay(sums.days, { day, ...ofDay })
    }
    const start = { day: `${month.month}-01`, ...counted }
    const addToSums = (line: VisitSums, stored: StoredSums) => addStored(line, stored, start)
    for (const { sale, sums: open } of openSalesOf(month))
      addAttributed(sums, toTuple(sale, attribution.attribute(sale)), { counted: open, addTo: addToSums })
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
