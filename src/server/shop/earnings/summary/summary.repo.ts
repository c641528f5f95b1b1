import { sql } from 'kysely'
import type { DayRange } from '../../../../contract/platform/days.ts'
import type { EarningsGroup, EarningsLine } from '../../../../contract/shop/earnings.ts'
import { dialectOf } from '../../../platform/db/dialect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { type CountedDays, countedPart, firstCountedDays, sumClicks } from '../../analytics/period-sums.repo.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'
import {
  attributedSales,
  bucket,
  dayColumns,
  earned,
  earnedRest,
  order,
  type SalesFilter,
  salesOfPeriod,
  sumOfEarned,
  toKey,
} from './attributed-sales.repo.ts'
import {
  addTo,
  addVisits,
  type Counted,
  type CountedVisits,
  noSums,
  noVisitSums,
  round,
  toNumbers,
  toVisits,
  type VisitSums,
} from './earnings-sums.ts'
import { amount, sumOfAmounts, sumsByVisits } from './exact-amounts.ts'
import { listMostRead, sumPages, sumViewsOfPlaces } from './page-sums.repo.ts'
import { namePlacement, namePlaces, nameProducts, nameProgram } from './place-names.repo.ts'

/** Lines of a group; what is beyond is one line more. */
const LINES_MAX = 100

type Tuple = CountedVisits & {
  place_source: string | null
  place_id: number | null
  product: number | null
  position: string | null
  network: string
  advertiser: string | null
}

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
  const { tuples, days } = await readTuples(db, filter, counted)
  const totals = noVisitSums()
  const unattributed = noSums()
  for (const tuple of tuples) {
    addVisits(totals, tuple)
    if (tuple.place_source === null) addTo(unattributed, tuple)
  }
  return {
    sums: {
      totals: toVisits(totals, filter),
      unattributed: round(unattributed),
      groups: await toGroups(db, tuples, filter, counted),
    },
    days,
  }
}

export async function sumTotals(db: Db, filter: SalesFilter) {
  const columns = sumsByVisits(await firstCountedDays(db), { source: 'source', day: dayColumns[filter.basis] })
  const { rows } = await sql<CountedVisits>`
    select ${bucket} as bucket, count(*) as sales, sum(${order}) as orders, ${sumOfAmounts}, ${columns}
    ${salesOfPeriod(filter)} group by 1`.execute(db)
  const totals = noVisitSums()
  for (const row of rows) addVisits(totals, toNumbers(row))
  return toVisits(totals, filter)
}

/** Orders and what they earned, reversals left out; in minor units. */
export type Earned = { orders: number; earned: number }

/**
 * Earnings of a currency by the day of the order, for all that compares them with clicks. With fractions of a minor unit, so that a
 * sum of days is rounded once.
 */
export async function sumEarnedByDay(db: Db, range: DayRange, currency: string): Promise<Map<string, Earned>> {
  const { rows } = await sql<Earned & { day: string; rest: number }>`
    select ordered_day as day, sum(${order}) as orders, cast(sum(${earned}) as bigint) as earned, sum(${earnedRest}) as rest
    ${salesOfPeriod({ ...range, basis: 'ordered', currency })} group by 1`.execute(db)
  return new Map(
    rows.map(({ day, orders, earned, rest }) => [
      day,
      { orders: Number(orders), earned: Number(earned) + Number(rest) / REST_UNITS },
    ]),
  )
}

/** The same by product, with their rules; null for sales without one. */
export async function sumEarnedByProduct(
  db: Db,
  range: DayRange,
  currency: string,
): Promise<Map<number | null, Earned>> {
  const { rows } = await sql<Earned & { product: number | null }>`
    select product, sum(${order}) as orders, ${sumOfEarned} as earned
    from (${attributedSales(db, { ...range, basis: 'ordered', currency })}) as a group by product`.execute(db)
  return new Map(
    rows.map(({ product, ...sums }) => [product, { orders: Number(sums.orders), earned: Number(sums.earned) }]),
  )
}

export type DaySums = { sales: number; earned: number; reversed: number }

async function readTuples(
  db: Db,
  filter: SalesFilter,
  counted: CountedDays,
): Promise<{ tuples: Tuple[]; days: Map<string, DaySums> }> {
  const columns = sql`place_source, place_id, product, position, network, program as advertiser, ${bucket} as bucket`
  const sales = attributedSales(db, filter)
  if (dialectOf(db) === 'sqlite') {
    // It groups by sorting, which takes several times as long as adding the sales up here.
    const { rows } = await sql<Tuple & { day: string }>`
      select ${columns}, 1 as sales, ${order} as orders, ${amount}, day from (${sales}) as a`.execute(db)
    for (const row of rows) {
      const exact = row.place_source === 'newsletter' ? 0 : row.amount
      row.by_clicks = row.day >= counted.clicks ? exact : 0
      row.by_views = row.day >= counted.views ? exact : 0
    }
    return { tuples: rows, days: addUpDays(rows) }
  }
  const grouped = await sql<Tuple>`
    select ${columns}, count(*) as sales, sum(${order}) as orders, ${sumOfAmounts},
      ${sumsByVisits(counted, { source: 'place_source', day: 'day' })}
    from (${sales}) as a group by place_source, place_id, product, position, network, program, 7`.execute(db)
  const byDay = await sql<Omit<Counted, 'orders'> & { day: string }>`
    select day, ${bucket} as bucket, count(*) as sales, ${sumOfAmounts}
    from (${sales}) as a group by 1, 2`.execute(db)
  return { tuples: grouped.rows.map(toNumbers), days: addUpDays(byDay.rows.map(toNumbers)) }
}

function addUpDays(rows: readonly (Omit<Counted, 'orders'> & { day: string })[]) {
  const days = new Map<string, DaySums>()
  for (const { day, bucket: state, sales, amount: exact } of rows) {
    let sums = days.get(day)
    if (!sums) {
      sums = { sales: 0, earned: 0, reversed: 0 }
      days.set(day, sums)
    }
    sums.sales += sales
    if (state !== 'reversed') sums.earned += exact
    if (state === 'reversed' || state === 'correction') sums.reversed += Math.abs(exact)
  }
  for (const [day, sums] of days) days.set(day, round(sums))
  return days
}

type Line = VisitSums & {
  key: string
  tuple: Pick<Tuple, 'place_source' | 'place_id' | 'product' | 'position' | 'network' | 'advertiser'>
}

/** The values that the sales of a line share. */
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
  counted: CountedDays,
): Promise<Record<EarningsGroup, EarningsLine[]>> {
  const lines = {
    place: toLines(tuples, 'place', filter),
    product: toLines(tuples, 'product', filter),
    placement: toLines(tuples, 'placement', filter),
    program: toLines(tuples, 'program', filter),
  }
  const nothing = { clicks: null, views: null }
  return {
    place: [...(await placeLines(db, lines.place.shown, filter, counted)), ...lines.place.others],
    product: [...(await productLines(db, lines.product.shown, filter, counted)), ...lines.product.others],
    placement: [
      ...lines.placement.shown.map(({ tuple, ...line }) => ({
        ...line,
        ...nothing,
        name: namePlacement(tuple.place_source, tuple.position),
      })),
      ...lines.placement.others,
    ],
    program: [
      ...lines.program.shown.map(({ tuple, ...line }) => ({
        ...line,
        ...nothing,
        name: nameProgram(tuple.network, tuple.advertiser),
      })),
      ...lines.program.others,
    ],
  }
}

/** Places with sales, then the most read pages without any. */
async function placeLines(
  db: Db,
  shown: readonly ShownLine[],
  filter: SalesFilter,
  counted: CountedDays,
): Promise<EarningsLine[]> {
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
    countedPart(filter, counted.clicks),
  )
  return places.map((place, index) => {
    const key = toKey([place.source, place.id])
    const { tuple: _, ...sums } = shown[index] ?? { tuple: undefined, key, ...toVisits(noVisitSums(), filter) }
    return {
      ...sums,
      name: nameOf(place),
      clicks: isBody(place.source) && place.id !== null ? (clicks.get(place.id) ?? 0) : null,
      views: views.get(key) ?? null,
    }
  })
}

const isBody = (source: string | null) => source === 'post' || source === 'page'

async function productLines(
  db: Db,
  shown: readonly ShownLine[],
  filter: SalesFilter,
  counted: CountedDays,
): Promise<EarningsLine[]> {
  const ids = shown.flatMap(({ tuple }) => tuple.product ?? [])
  const names = await nameProducts(db, ids)
  const clicks = await sumClicks(db, 'product_id', ids, countedPart(filter, counted.clicks))
  return shown.map(({ tuple: { product }, ...line }) => ({
    ...line,
    name: product === null ? 'No product' : (names.get(product) ?? `Product ${product}`),
    clicks: product === null ? null : (clicks.get(product) ?? 0),
    views: null,
  }))
}

type ShownLine = ReturnType<typeof toLines>['shown'][number]

/** The same for the sales of a line, made faster than its key. */
const ids: Record<EarningsGroup, (tuple: Tuple) => string | number | null> = {
  place: ({ place_source, place_id }) => `${place_source} ${place_id}`,
  product: ({ product }) => product,
  placement: ({ place_source, position }) => `${place_source} ${position}`,
  program: ({ network, advertiser }) => `${network} ${advertiser}`,
}

/** The lines that earned most, and one for the others if there are more. */
function toLines(tuples: readonly Tuple[], group: EarningsGroup, filter: SalesFilter) {
  const lines = new Map<string | number | null, Line>()
  const idOf = ids[group]
  for (const tuple of tuples) {
    const id = idOf(tuple)
    let line = lines.get(id)
    if (!line) {
      line = { key: toKey(keys[group](tuple)), tuple, ...noVisitSums() }
      lines.set(id, line)
    }
    addVisits(line, tuple)
  }
  const sorted = [...lines.values()].toSorted(
    (a, b) => b.earned - a.earned || b.sales - a.sales || (a.key < b.key ? -1 : 1),
  )
  const rest = sorted.slice(LINES_MAX)
  const others = { key: '', name: `${rest.length} others`, ...noVisitSums(), clicks: null, views: null }
  for (const line of rest) for (const sum of Object.keys(noVisitSums()) as (keyof VisitSums)[]) others[sum] += line[sum]
  const finish = <Sums extends VisitSums>(sums: Sums) => toVisits(sums, filter)
  return { shown: sorted.slice(0, LINES_MAX).map(finish), others: rest.length > 0 ? [finish(others)] : [] }
}
