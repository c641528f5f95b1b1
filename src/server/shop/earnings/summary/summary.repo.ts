import { sql } from 'kysely'
import type { DayRange } from '../../../../contract/days.ts'
import type { EarningsGroup, EarningsLine, EarningsSums } from '../../../../contract/earnings.ts'
import { dialectOf } from '../../../platform/db/dialect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { sumClicks } from '../../analytics/period-sums.repo.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'
import {
  attributedSales,
  bucket,
  order,
  type SalesFilter,
  salesOfPeriod,
  sumOfEarned,
  toKey,
} from './attributed-sales.repo.ts'
import { listMostRead, sumPages, sumViewsOfPlaces } from './page-sums.repo.ts'
import { namePlacement, namePlaces, nameProducts, nameProgram } from './place-names.repo.ts'

/** A decimal, since whole numbers of this size may be too large for a driver. */
const perMinor = sql.raw(`${REST_UNITS}.0`)

/** Lines of a group; what is beyond is one line more. */
const LINES_MAX = 100

export type Tuple = {
  place_source: string | null
  place_id: number | null
  product: number | null
  position: string | null
  network: string
  advertiser: string | null
  bucket: 'pending' | 'approved' | 'paid' | 'reversed' | 'correction'
  sales: number
  orders: number
  amount: number
}

/** The part of a tuple that is added up. */
export type Counted = Pick<Tuple, 'bucket' | 'sales' | 'orders' | 'amount'>

export async function listCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from earning_sales group by currency order by count(*) desc, currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** What is shown where the owner has not chosen a currency: the site's, or the one with the most sales where it has none. */
export function usualCurrency(currencies: readonly string[], ofSite: string): string {
  return currencies.includes(ofSite) ? ofSite : (currencies[0] ?? ofSite)
}

/** The sums of a period, whole, by day and by each group. */
export async function sumSales(db: Db, filter: SalesFilter) {
  const { tuples, days } = await readTuples(db, filter)
  const totals = noSums()
  const unattributed = noSums()
  for (const tuple of tuples) {
    addTo(totals, tuple)
    if (tuple.place_source === null) addTo(unattributed, tuple)
  }
  return {
    sums: { totals: round(totals), unattributed: round(unattributed), groups: await toGroups(db, tuples, filter) },
    days,
  }
}

export async function sumTotals(db: Db, filter: SalesFilter): Promise<EarningsSums> {
  const { rows } = await sql<Counted>`
    select ${bucket} as bucket, count(*) as sales, sum(${order}) as orders, ${sumOfAmounts}
    ${salesOfPeriod(filter)} group by 1`.execute(db)
  const totals = noSums()
  for (const row of rows) addTo(totals, toNumbers(row))
  return round(totals)
}

/** Orders and what they earned, reversals left out; in minor units. */
export type Earned = { orders: number; earned: number }

/** Earnings of a currency by the day of the order, for all that compares them with clicks. */
export async function sumEarnedByDay(db: Db, range: DayRange, currency: string): Promise<Map<string, Earned>> {
  const { rows } = await sql<Earned & { day: string }>`
    select ordered_day as day, sum(${order}) as orders, ${sumOfEarned} as earned
    ${salesOfPeriod({ ...range, basis: 'ordered', currency })} group by 1`.execute(db)
  return new Map(rows.map(({ day, ...sums }) => [day, { orders: Number(sums.orders), earned: Number(sums.earned) }]))
}

/** The same by product, with their rules; null for sales without one. */
export async function sumEarnedByProduct(
  db: Db,
  range: DayRange,
  currency: string,
): Promise<Map<number | null, Earned>> {
  const { tuples } = await readTuples(db, { ...range, basis: 'ordered', currency })
  const products = new Map<number | null, Earned>()
  for (const tuple of tuples) {
    const sums = products.get(tuple.product) ?? { orders: 0, earned: 0 }
    sums.orders += tuple.orders
    if (tuple.bucket !== 'reversed') sums.earned += tuple.amount
    products.set(tuple.product, sums)
  }
  for (const [id, sums] of products) products.set(id, round(sums))
  return products
}

export type DaySums = { sales: number; earned: number; reversed: number }

async function readTuples(db: Db, filter: SalesFilter): Promise<{ tuples: Tuple[]; days: Map<string, DaySums> }> {
  const columns = sql`place_source, place_id, product, position, network, program as advertiser, ${bucket} as bucket`
  const sales = attributedSales(db, filter)
  if (dialectOf(db) === 'sqlite') {
    // It groups by sorting, which takes several times as long as adding the sales up here.
    const { rows } = await sql<Tuple & { day: string }>`
      select ${columns}, 1 as sales, ${order} as orders,
        commission_minor * ${perMinor} + commission_rest as amount, day from (${sales}) as a`.execute(db)
    return { tuples: rows, days: addUpDays(rows) }
  }
  const grouped = await sql<Tuple>`
    select ${columns}, count(*) as sales, sum(${order}) as orders, ${sumOfAmounts}
    from (${sales}) as a group by place_source, place_id, product, position, network, program, 7`.execute(db)
  const byDay = await sql<Pick<Tuple, 'bucket' | 'sales' | 'amount'> & { day: string }>`
    select day, ${bucket} as bucket, count(*) as sales, ${sumOfAmounts}
    from (${sales}) as a group by 1, 2`.execute(db)
  return { tuples: grouped.rows.map(toNumbers), days: addUpDays(byDay.rows.map(toNumbers)) }
}

function addUpDays(rows: readonly (Pick<Tuple, 'bucket' | 'sales' | 'amount'> & { day: string })[]) {
  const days = new Map<string, DaySums>()
  for (const { day, bucket: state, sales, amount } of rows) {
    let sums = days.get(day)
    if (!sums) {
      sums = { sales: 0, earned: 0, reversed: 0 }
      days.set(day, sums)
    }
    sums.sales += sales
    if (state !== 'reversed') sums.earned += amount
    if (state === 'reversed' || state === 'correction') sums.reversed += Math.abs(amount)
  }
  for (const [day, sums] of days) days.set(day, round(sums))
  return days
}

/** The column `amount` of grouped sales, in `1 / REST_UNITS` of minor units: sums are rounded once, by `round`. */
export const sumOfAmounts = sql`sum(commission_minor) * ${perMinor} + sum(commission_rest) as amount`

export function toNumbers<Sums extends { sales: number; orders?: number; amount: number }>(row: Sums): Sums {
  const orders = row.orders === undefined ? {} : { orders: Number(row.orders) }
  return { ...row, ...orders, sales: Number(row.sales), amount: Number(row.amount) }
}

/** Exact amounts in whole minor units, half away from zero. */
export function round<Sums extends Partial<EarningsSums>>(sums: Sums): Sums {
  const amounts = ['pending', 'approved', 'paid', 'reversed', 'earned'] as const
  const rounded: Partial<EarningsSums> = {}
  for (const name of amounts) {
    const exact = sums[name]
    if (exact !== undefined)
      rounded[name] = exact < 0 ? 0 - Math.round(-exact / REST_UNITS) : Math.round(exact / REST_UNITS)
  }
  return { ...sums, ...rounded }
}

export const noSums = (): EarningsSums => ({
  ...{ sales: 0, orders: 0, pending: 0, approved: 0, paid: 0, reversed: 0, earned: 0 },
})

export function addTo(sums: EarningsSums, { bucket: state, sales, orders: ordered, amount }: Counted): void {
  sums.sales += sales
  sums.orders += ordered
  if (state === 'correction') {
    sums.approved += amount
    sums.reversed -= amount
  } else sums[state] += amount
  if (state !== 'reversed') sums.earned += amount
}

type Line = EarningsSums & {
  key: string
  tuple: Pick<Tuple, 'place_source' | 'place_id' | 'product' | 'position' | 'network' | 'advertiser'>
}

/** What the sales of a line share. */
const keys: Record<EarningsGroup, (tuple: Line['tuple']) => (string | number | null)[]> = {
  place: ({ place_source, place_id }) => [place_source, place_id],
  product: ({ product }) => [product],
  placement: ({ place_source, position }) => [place_source, position],
  program: ({ network, advertiser }) => [network, advertiser],
}

async function toGroups(
  db: Db,
  tuples: readonly Tuple[],
  filter: SalesFilter,
): Promise<Record<EarningsGroup, EarningsLine[]>> {
  const lines = {
    place: toLines(tuples, 'place'),
    product: toLines(tuples, 'product'),
    placement: toLines(tuples, 'placement'),
    program: toLines(tuples, 'program'),
  }
  const nothing = { clicks: null, views: null }
  return {
    place: [...(await placeLines(db, lines.place.shown, filter)), ...lines.place.others],
    product: [...(await productLines(db, lines.product.shown, filter)), ...lines.product.others],
    placement: [
      ...lines.placement.shown.map(({ tuple, ...line }) => ({
        ...{ ...line, ...nothing },
        name: namePlacement(tuple.place_source, tuple.position),
      })),
      ...lines.placement.others,
    ],
    program: [
      ...lines.program.shown.map(({ tuple, ...line }) => ({
        ...{ ...line, ...nothing },
        name: nameProgram(tuple.network, tuple.advertiser),
      })),
      ...lines.program.others,
    ],
  }
}

/** Places with sales, then the most read pages without any. */
async function placeLines(db: Db, shown: readonly Line[], filter: SalesFilter): Promise<EarningsLine[]> {
  const pages = await sumPages(db, filter)
  const sold = shown.map(({ tuple }) => ({ source: tuple.place_source, id: tuple.place_id }))
  const known = new Set(shown.map(({ key }) => key))
  const read = (await listMostRead(db, pages, LINES_MAX)).filter(({ source, id }) => !known.has(toKey([source, id])))
  const places = [...sold, ...read.slice(0, LINES_MAX - shown.length)]
  const views = await sumViewsOfPlaces(db, pages, places)
  const nameOf = await namePlaces(db, places)
  const clicks = await sumClicks(
    db,
    'post_id',
    places.flatMap(({ source, id }) => (isBody(source) && id !== null ? [id] : [])),
    filter,
  )
  return places.map((place, index) => {
    const key = toKey([place.source, place.id])
    const { tuple: _, ...sums } = shown[index] ?? { tuple: undefined, key, ...noSums() }
    return {
      ...sums,
      name: nameOf(place),
      clicks: isBody(place.source) && place.id !== null ? (clicks.get(place.id) ?? 0) : null,
      views: views.get(key) ?? null,
    }
  })
}

const isBody = (source: string | null) => source === 'post' || source === 'page'

async function productLines(db: Db, shown: readonly Line[], filter: SalesFilter): Promise<EarningsLine[]> {
  const ids = shown.flatMap(({ tuple }) => tuple.product ?? [])
  const names = await nameProducts(db, ids)
  const clicks = await sumClicks(db, 'product_id', ids, filter)
  return shown.map(({ tuple: { product }, ...line }) => ({
    ...line,
    name: product === null ? 'No product' : (names.get(product) ?? `Product ${product}`),
    clicks: product === null ? null : (clicks.get(product) ?? 0),
    views: null,
  }))
}

/** The same for the sales of a line, made faster than its key. */
const ids: Record<EarningsGroup, (tuple: Tuple) => string | number | null> = {
  place: ({ place_source, place_id }) => `${place_source} ${place_id}`,
  product: ({ product }) => product,
  placement: ({ place_source, position }) => `${place_source} ${position}`,
  program: ({ network, advertiser }) => `${network} ${advertiser}`,
}

/** The lines that earned most, and one for the others if there are more. */
function toLines(tuples: readonly Tuple[], group: EarningsGroup) {
  const lines = new Map<string | number | null, Line>()
  const idOf = ids[group]
  for (const tuple of tuples) {
    const id = idOf(tuple)
    let line = lines.get(id)
    if (!line) {
      line = { key: toKey(keys[group](tuple)), tuple, ...noSums() }
      lines.set(id, line)
    }
    addTo(line, tuple)
  }
  const sorted = [...lines.values()].toSorted(
    (a, b) => b.earned - a.earned || b.sales - a.sales || (a.key < b.key ? -1 : 1),
  )
  const rest = sorted.slice(LINES_MAX)
  const others: EarningsLine = { key: '', name: `${rest.length} others`, ...noSums(), clicks: null, views: null }
  for (const line of rest) for (const sum of Object.keys(noSums()) as (keyof EarningsSums)[]) others[sum] += line[sum]
  return { shown: sorted.slice(0, LINES_MAX).map(round), others: rest.length > 0 ? [round(others)] : [] }
}
