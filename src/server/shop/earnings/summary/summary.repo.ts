import { sql } from 'kysely'
import type { EarningsGroup, EarningsLine, EarningsSums } from '../../../../contract/earnings.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { sumsOfPeriod } from '../../analytics/period-sums.repo.ts'
import { attributedSales, bucket, earned, reversed, type SalesFilter, toKey } from './attributed-sales.ts'
import { namePlacement, namePlaces, nameProducts, nameProgram } from './place-names.repo.ts'
import { type PlaceViews, sumPlaceViews } from './views.repo.ts'

/** Lines of a group; what is beyond is one line more. */
const LINES_MAX = 100

type Tuple = {
  place_source: string | null
  place_id: number | null
  product: number | null
  position: string | null
  network: string
  advertiser: string | null
  bucket: 'pending' | 'approved' | 'paid' | 'reversed' | 'correction'
  sales: number
  amount: number
}

export async function listCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from earning_sales group by currency order by count(*) desc, currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** The sums of a period, whole and by each group. */
export async function sumSales(db: Db, filter: SalesFilter) {
  const tuples = await readTuples(db, filter)
  const totals = noSums()
  const unattributed = noSums()
  for (const tuple of tuples) {
    addTo(totals, tuple)
    if (tuple.place_source === null) addTo(unattributed, tuple)
  }
  return { totals, unattributed, groups: await toGroups(db, tuples, filter) }
}

export async function sumTotals(db: Db, filter: SalesFilter): Promise<EarningsSums> {
  const { rows } = await sql<Pick<Tuple, 'bucket' | 'sales' | 'amount'>>`
    select ${bucket} as bucket, count(*) as sales, cast(sum(commission_minor) as bigint) as amount
    from (${attributedSales(filter)}) as a group by 1`.execute(db)
  const totals = noSums()
  for (const row of rows) addTo(totals, toNumbers(row))
  return totals
}

export async function sumDays(db: Db, filter: SalesFilter) {
  const { rows } = await sql<{ day: string; sales: number; earned: number; reversed: number }>`
    select day, count(*) as sales, cast(sum(${earned}) as bigint) as earned, cast(sum(${reversed}) as bigint) as reversed
    from (${attributedSales(filter)}) as a group by day order by day`.execute(db)
  return new Map(
    rows.map((row) => [
      row.day,
      { sales: Number(row.sales), earned: Number(row.earned), reversed: Number(row.reversed) },
    ]),
  )
}

async function readTuples(db: Db, filter: SalesFilter): Promise<Tuple[]> {
  const { rows } = await sql<Tuple>`
    select place_source, place_id, product, position, network, advertiser, ${bucket} as bucket,
      count(*) as sales, cast(sum(commission_minor) as bigint) as amount
    from (${attributedSales(filter)}) as a
    group by place_source, place_id, product, position, network, advertiser, 7`.execute(db)
  return rows.map(toNumbers)
}

function toNumbers<Sums extends { sales: number; amount: number }>(row: Sums): Sums {
  return { ...row, sales: Number(row.sales), amount: Number(row.amount) }
}

const noSums = (): EarningsSums => ({ sales: 0, pending: 0, approved: 0, paid: 0, reversed: 0, earned: 0 })

function addTo(sums: EarningsSums, { bucket: state, sales, amount }: Pick<Tuple, 'bucket' | 'sales' | 'amount'>): void {
  sums.sales += sales
  if (state === 'correction') {
    sums.approved += amount
    sums.reversed -= amount
  } else sums[state] += amount
  if (state !== 'reversed') sums.earned += amount
}

type Naming = {
  key: (tuple: Tuple) => string
  name: (tuple: Tuple) => string
  clicks: (tuple: Tuple) => number | null
  views?: ReadonlyMap<string, PlaceViews>
}

async function toGroups(
  db: Db,
  tuples: readonly Tuple[],
  filter: SalesFilter,
): Promise<Record<EarningsGroup, EarningsLine[]>> {
  const views = await sumPlaceViews(db, filter)
  const viewed = [...views.values()].filter(({ source }) => source === 'post' || source === 'page')
  const placeName = await namePlaces(db, [
    ...tuples.map(({ place_source, place_id }) => ({ source: place_source, id: place_id })),
    ...viewed,
  ])
  const products = await nameProducts(db, [...new Set(tuples.flatMap(({ product }) => product ?? []))])
  const postClicks = await sumClicks(db, 'post_id', filter)
  const productClicks = await sumClicks(db, 'product_id', filter)
  const namings: Record<EarningsGroup, Naming> = {
    place: {
      key: ({ place_source, place_id }) => toKey([place_source, place_id]),
      name: ({ place_source, place_id }) => placeName({ source: place_source, id: place_id }),
      clicks: ({ place_source, place_id }) =>
        (place_source === 'post' || place_source === 'page') && place_id ? (postClicks.get(place_id) ?? 0) : null,
      views,
    },
    product: {
      key: ({ product }) => toKey([product]),
      name: ({ product }) => (product === null ? 'No product' : (products.get(product) ?? `Product ${product}`)),
      clicks: ({ product }) => (product === null ? null : (productClicks.get(product) ?? 0)),
    },
    placement: {
      key: ({ place_source, position }) => toKey([place_source, position]),
      name: ({ place_source, position }) => namePlacement(place_source, position),
      clicks: () => null,
    },
    program: {
      key: ({ network, advertiser }) => toKey([network, advertiser]),
      name: ({ network, advertiser }) => nameProgram(network, advertiser),
      clicks: () => null,
    },
  }
  const group = (name: EarningsGroup) => toLines(tuples, namings[name])
  const unsold = viewed.map(
    (place): EarningsLine => ({
      key: toKey([place.source, place.id]),
      name: placeName(place),
      ...noSums(),
      clicks: postClicks.get(place.id ?? 0) ?? 0,
      views: place.views,
    }),
  )
  return {
    place: toLines(tuples, namings.place, unsold),
    product: group('product'),
    placement: group('placement'),
    program: group('program'),
  }
}

/** `more` are lines of rows that may have no sale. */
function toLines(
  tuples: readonly Tuple[],
  { key, name, clicks, views }: Naming,
  more: readonly EarningsLine[] = [],
): EarningsLine[] {
  const lines = new Map(more.map((line) => [line.key, line]))
  for (const tuple of tuples) {
    const id = key(tuple)
    const line = lines.get(id) ?? {
      key: id,
      name: name(tuple),
      ...noSums(),
      clicks: clicks(tuple),
      views: views?.get(id)?.views ?? null,
    }
    addTo(line, tuple)
    lines.set(id, line)
  }
  const sorted = [...lines.values()].toSorted(
    (a, b) =>
      b.earned - a.earned ||
      b.sales - a.sales ||
      (b.views?.people ?? 0) - (a.views?.people ?? 0) ||
      (a.name < b.name ? -1 : 1),
  )
  const rest = sorted.slice(LINES_MAX)
  if (rest.length === 0) return sorted
  const others: EarningsLine = { key: '', name: `${rest.length} others`, ...noSums(), clicks: null, views: null }
  for (const line of rest) for (const sum of Object.keys(noSums()) as (keyof EarningsSums)[]) others[sum] += line[sum]
  return [...sorted.slice(0, LINES_MAX), others]
}

async function sumClicks(
  db: Db,
  id: 'post_id' | 'product_id',
  { startDate, endDate }: SalesFilter,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; clicks: number }>`
    select id, sum(clicks) as clicks from (${await sumsOfPeriod(db, id, ['clicks'], { startDate, endDate })}) as parts
    group by id`.execute(db)
  return new Map(rows.map(({ id, clicks }) => [Number(id), Number(clicks)]))
}
