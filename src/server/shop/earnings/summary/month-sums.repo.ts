import { sql } from 'kysely'
import { addDays, type DayRange } from '../../../../contract/platform/days.ts'
import { DateBasis } from '../../../../contract/shop/earnings.ts'
import { dialectOf } from '../../../platform/db/dialect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { beginOfNextMonth, cutIntoMonths } from '../../analytics/period-sums.repo.ts'
import { bucket, dayColumns, order, programOf, type SalesFilter, salesOfPeriod } from './attributed-sales.repo.ts'
import { toNumbers } from './earnings-sums.ts'
import { amount } from './exact-amounts.ts'
import { type MonthSums, type RawSale, sumMonth } from './month-sums.ts'

/** The form of stored sums; a new one makes them again. */
const VERSION = 3
/** Sales of a month that are read faster from its sums. */
const SALES_MIN = 1000

type MonthKey = Pick<SalesFilter, 'currency' | 'basis'> & { month: string }

const firstDay = (month: string) => `${month}-01`
const lastDay = (month: string) => addDays(beginOfNextMonth(firstDay(month)), -1)

const ofMonth = ({ month, ...key }: MonthKey): SalesFilter => ({
  ...key,
  startDate: firstDay(month),
  endDate: lastDay(month),
})

/** Another `stamp` for each time that a month is added up. */
type StoredDays = Pick<MonthSums, 'days'> & { month: string; stamp: string }
export type StoredMonth = MonthSums & StoredDays

/** The months of a period whose sums are stored, and the ranges of days whose sales have to be read. */
type Found<Month> = { months: Month[]; ranges: DayRange[] }

/** Without it a month is read from its sales. */
type IsUsable = (range: DayRange) => boolean

export function findMonthDays(db: Db, filter: SalesFilter, isUsable?: IsUsable): Promise<Found<StoredDays>> {
  return findMonths(db, filter, isUsable, async (months) => {
    const rows = await selectMonths(db, filter, months).select(['month', 'days']).execute()
    return rows.map(({ month, days }) => ({ month, ...readDays(days) }))
  })
}

export function findMonthSums(db: Db, filter: SalesFilter, isUsable?: IsUsable): Promise<Found<StoredMonth>> {
  return findMonths(db, filter, isUsable, async (months) => {
    const rows = await selectMonths(db, filter, months).select(['month', 'days', 'lines']).execute()
    return rows.map(({ month, days, lines }) => ({
      month,
      ...readDays(days),
      ...(JSON.parse(lines) as Pick<MonthSums, 'lines' | 'open'>),
    }))
  })
}

const readDays = (days: string) => JSON.parse(days) as Pick<StoredDays, 'days' | 'stamp'>

function selectMonths(db: Db, { currency, basis }: Pick<SalesFilter, 'currency' | 'basis'>, months: readonly string[]) {
  return db
    .selectFrom('earning_month_sums')
    .where('currency', '=', currency)
    .where('basis', '=', basis)
    .where('version', '=', VERSION)
    .where('month', 'in', ['', ...months])
    .orderBy('month')
}

async function findMonths<Month extends { month: string }>(
  db: Db,
  filter: SalesFilter,
  isUsable: IsUsable = () => true,
  read: (months: string[]) => Promise<Month[]>,
): Promise<Found<Month>> {
  const end = await upToMonthEnd(db, filter)
  const whole = cutIntoMonths({ startDate: filter.startDate, endDate: end }).months.flatMap((part) => listMonths(part))
  const usable = whole.filter((month) => isUsable({ startDate: firstDay(month), endDate: lastDay(month) }))
  const months = usable.length > 0 ? await read(usable) : []
  const ranges: DayRange[] = []
  let next = filter.startDate
  for (const { month } of months) {
    if (next < firstDay(month)) ranges.push({ startDate: next, endDate: addDays(firstDay(month), -1) })
    next = beginOfNextMonth(firstDay(month))
  }
  if (next <= filter.endDate) ranges.push({ startDate: next, endDate: filter.endDate })
  return { months, ranges }
}

function listMonths([first, last]: [string, string]): string[] {
  const months = []
  for (let month = first; month <= last; month = beginOfNextMonth(firstDay(month)).slice(0, 7)) months.push(month)
  return months
}

/** The end of the last month if no sale is later in it: it can be read as a whole. */
async function upToMonthEnd(db: Db, { currency, basis, endDate }: SalesFilter): Promise<string> {
  const end = lastDay(endDate.slice(0, 7))
  const day = sql.ref(dayColumns[basis])
  const { rows } = await sql`
    select 1 from earning_sales where currency = ${currency} and ${day} > ${endDate} and ${day} <= ${end} limit 1`.execute(
    db,
  )
  return rows.length > 0 ? endDate : end
}

/** Whether months of many sales are without their sums, because a sale of theirs has changed. */
export async function hasUnsummedMonths(db: Db, salesMin = SALES_MIN): Promise<boolean> {
  for await (const _ of unsummedMonths(db, salesMin)) return true
  return false
}

/** Stores the sums of months that lack them. What changes a sale deletes those of its months (a trigger). */
export async function sumMonths(
  db: Db,
  { signal, salesMin = SALES_MIN }: { signal: AbortSignal; salesMin?: number },
): Promise<void> {
  for await (const key of unsummedMonths(db, salesMin)) {
    await db.transaction().execute(async (transaction) => {
      await lockSales(transaction)
      const { days, ...rest } = sumMonth(await listRawSales(transaction, ofMonth(key)))
      const stamped = JSON.stringify({ days, stamp: crypto.randomUUID() })
      const sums = { version: VERSION, days: stamped, lines: JSON.stringify(rest) }
      await transaction
        .insertInto('earning_month_sums')
        .values({ ...key, ...sums })
        .onConflict((conflict) => conflict.columns(['currency', 'month', 'basis']).doUpdateSet(sums))
        .execute()
    })
    await yieldToEventLoop(signal)
  }
}

/** Until the transaction ends no other one changes a sale, so that its trigger finds the sums. */
async function lockSales(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`lock table earning_sales in share mode`.execute(db)
}

/** The sales of a period before rules attribute them. */
export async function listRawSales(db: Db, filter: SalesFilter): Promise<RawSale[]> {
  const { rows } = await sql<RawSale>`
    select ${sql.ref(dayColumns[filter.basis])} as day, source, source_id, product_id, position, network,
      ${programOf(filter.currency)} as program, click_ref, tracking_id, sku, ${bucket} as bucket, 1 as sales, ${order} as orders,
      ${amount}
    from (select * ${salesOfPeriod(filter)}) as s`.execute(db)
  return dialectOf(db) === 'postgres' ? rows.map(toNumbers) : rows
}

async function* unsummedMonths(db: Db, salesMin: number): AsyncGenerator<MonthKey> {
  const currencies = await sql<{ currency: string }>`select distinct currency from earning_sales`.execute(db)
  for (const { currency } of currencies.rows)
    for (const basis of DateBasis.options) {
      const day = sql.ref(dayColumns[basis])
      for (let from = ''; ; ) {
        const { rows } = await sql<{ day: string | null }>`
          select min(${day}) as day from earning_sales where currency = ${currency} and ${day} >= ${from}`.execute(db)
        const month = rows[0]?.day?.slice(0, 7)
        if (month === undefined) break
        const stored = await selectMonths(db, { currency, basis }, [month]).select('month').execute()
        const key = { currency, basis, month }
        if (stored.length === 0 && (await hasSales(db, key, salesMin))) yield key
        from = beginOfNextMonth(firstDay(month))
      }
    }
}

async function hasSales(db: Db, { currency, basis, month }: MonthKey, count: number): Promise<boolean> {
  const day = sql.ref(dayColumns[basis])
  const { rows } = await sql`
    select 1 from earning_sales where currency = ${currency} and ${day} >= ${firstDay(month)} and ${day} <= ${lastDay(month)}
    limit 1 offset ${count - 1}`.execute(db)
  return rows.length > 0
}
