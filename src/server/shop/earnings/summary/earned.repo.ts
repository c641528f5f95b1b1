import { sql } from 'kysely'
import type { DayRange } from '../../../../contract/platform/days.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'
import { createOpenAttribution } from './attribute-open-sales.repo.ts'
import { attributedSales, earned, earnedRest, order, type SalesFilter, salesOfPeriod } from './attributed-sales.repo.ts'
import { type Counted, roundAmount } from './earnings-sums.ts'
import { findMonthDays, findMonthSums } from './month-sums.repo.ts'
import { daysOf, linesOf, openSalesOf } from './month-sums.ts'

/** Orders and what they earned, reversals left out; in minor units. */
export type Earned = { orders: number; earned: number }

/**
 * Earnings of a currency by the day of the order, for all that compares them with clicks. With fractions of a minor unit, so that a
 * sum of days is rounded once.
 */
export async function sumEarnedByDay(db: Db, range: DayRange, currency: string): Promise<Map<string, Earned>> {
  const filter: SalesFilter = { ...range, basis: 'ordered', currency }
  const days = new Map<string, Earned>()
  const { months, ranges } = await findMonthDays(db, filter)
  for (const month of months) for (const { day, sums } of daysOf(month)) addEarned(days, day, sums)
  for (const part of ranges) {
    const { rows } = await sql<EarnedRow & { day: string }>`
      select ordered_day as day, ${earnedColumns} ${salesOfPeriod({ ...filter, ...part })} group by 1`.execute(db)
    for (const row of rows) addEarned(days, row.day, row)
  }
  for (const sums of days.values()) sums.earned /= REST_UNITS
  return days
}

/** The same by product, with their rules; null for sales without one. In whole minor units. */
export async function sumEarnedByProduct(
  db: Db,
  range: DayRange,
  currency: string,
): Promise<Map<number | null, Earned>> {
  const products = await sumExactByProduct(db, range, currency)
  for (const sums of products.values()) sums.earned = roundAmount(sums.earned)
  return products
}

/** Sums earnings by group of products, each rounded once; groups without sales are absent. */
export async function sumEarnedByGroup(
  db: Db,
  { currency, ...range }: DayRange & { currency: string },
  groups: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, number>> {
  const products = await sumExactByProduct(db, range, currency)
  const sums = new Map<number, number>()
  for (const [group, ids] of groups) {
    const sold = ids.flatMap((id) => products.get(id) ?? [])
    if (sold.length === 0) continue
    sums.set(group, roundAmount(sold.reduce((sum, { earned }) => sum + earned, 0)))
  }
  return sums
}

async function sumExactByProduct(db: Db, range: DayRange, currency: string): Promise<Map<number | null, Earned>> {
  const filter: SalesFilter = { ...range, basis: 'ordered', currency }
  const products = new Map<number | null, Earned>()
  const { months, ranges } = await findMonthSums(db, filter)
  const attribution = months.length > 0 ? await createOpenAttribution(db) : undefined
  for (const month of months) {
    for (const { first, sums } of linesOf(month, 'product')) addEarned(products, Number(first), sums)
    if (!attribution) continue
    for (const { sale, sums } of openSalesOf(month)) addEarned(products, attribution.attribute(sale).product, sums)
  }
  for (const part of ranges) {
    const { rows } = await sql<EarnedRow & { product: number | null }>`
      select product, ${earnedColumns} from (${attributedSales(db, { ...filter, ...part })}) as a group by product`.execute(
      db,
    )
    for (const row of rows) addEarned(products, row.product, row)
  }
  return products
}

type EarnedRow = { orders: number; earned: number; rest: number }

const earnedColumns = sql`sum(${order}) as orders, cast(sum(${earned}) as bigint) as earned, sum(${earnedRest}) as rest`

/** Adds exact amounts. */
function addEarned<Key>(sums: Map<Key, Earned>, key: Key, row: EarnedRow | Counted): void {
  const exact =
    'rest' in row ? Number(row.earned) * REST_UNITS + Number(row.rest) : row.bucket === 'reversed' ? 0 : row.amount
  const before = sums.get(key)
  if (!before) sums.set(key, { orders: Number(row.orders), earned: exact })
  else {
    before.orders += Number(row.orders)
    before.earned += exact
  }
}
