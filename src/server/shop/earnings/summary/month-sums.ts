import type { EarningsGroup } from '../../../../contract/shop/earnings.ts'
import type { CountedDays } from '../../analytics/period-sums.repo.ts'
import { buckets, type Counted, type CountedVisits } from './earnings-sums.ts'
import { earningsGroups, groupColumns, type Tuple } from './sales-lines.ts'

/** A sale as the ledger has it, before rules attribute it. */
export type RawSale = Counted & {
  day: string
  source: string | null
  source_id: number | null
  product_id: number | null
  position: string | null
  network: string
  program: string | null
  click_ref: string | null
  tracking_id: string | null
  sku: string | null
}

/** Sales with equal values: the values, then their number, the number of orders and the exact amount. */
type Sums = (string | number | null)[]

/** A month of sales in the form in which it is stored. */
export type MonthSums = {
  /** By day, bucket and whether they are of a newsletter. */
  days: Sums[]
  /** Sales whose attribution no rule changes, by the values of each group, bucket and whether they are of a newsletter. */
  lines: Record<EarningsGroup, Sums[]>
  /** The other sales, by all that their attribution depends on. */
  open: Sums[]
}

const openColumns = [
  ...(['source', 'source_id', 'product_id', 'position', 'network', 'program', 'click_ref', 'tracking_id'] as const),
  'sku',
] as const

/** The values on which the attribution of sales depends. */
export type OpenSale = Pick<RawSale, (typeof openColumns)[number]>

/** Sales that are added up, and whether the site's clicks and views can have earned them. */
export type StoredSums = Counted & { isOfSite: boolean }

export function sumMonth(sales: Iterable<RawSale>): MonthSums {
  const days = createTally()
  const open = createTally()
  const lines = { place: createTally(), product: createTally(), placement: createTally(), program: createTally() }
  for (const sale of sales) {
    const state = [buckets.indexOf(sale.bucket), sale.source === 'newsletter' ? 1 : 0]
    days.add([sale.day, ...state], sale)
    if (sale.source === null || sale.product_id === null) {
      open.add([...openColumns.map((column) => sale[column]), ...state], sale)
      continue
    }
    const tuple = toTuple(sale, { place_source: sale.source, place_id: sale.source_id, product: sale.product_id })
    for (const group of earningsGroups)
      lines[group].add([...groupColumns[group].map((column) => tuple[column]), ...state], sale)
  }
  const { place, product, placement, program } = lines
  return {
    days: days.rows(),
    open: open.rows(),
    lines: { place: place.rows(), product: product.rows(), placement: placement.rows(), program: program.rows() },
  }
}

type Attribution = Pick<Tuple, 'place_source' | 'place_id' | 'product'>

export function toTuple({ position, network, program }: OpenSale, attribution: Attribution) {
  return { ...attribution, position, network, advertiser: program }
}

export function* daysOf({ days }: Pick<MonthSums, 'days'>): Generator<StoredSums & { day: string }> {
  for (const sums of days) yield { day: String(sums[0]), ...countsOf(sums, 1) }
}

/** The values of a group in the order of its columns, with the sums of their sales. */
export function* linesOf({ lines }: MonthSums, group: EarningsGroup): Generator<{ values: Sums; sums: StoredSums }> {
  const width = groupColumns[group].length
  for (const sums of lines[group]) yield { values: sums, sums: countsOf(sums, width) }
}

export function* openSalesOf({ open }: MonthSums): Generator<{ sale: OpenSale; sums: StoredSums }> {
  for (const sums of open) {
    const sale = Object.fromEntries(openColumns.map((column, index) => [column, sums[index]])) as OpenSale
    yield { sale, sums: countsOf(sums, openColumns.length) }
  }
}

function countsOf(sums: Sums, at: number): StoredSums {
  const numberAt = (index: number) => Number(sums[at + index])
  return {
    bucket: buckets[numberAt(0)]!,
    isOfSite: numberAt(1) === 0,
    sales: numberAt(2),
    orders: numberAt(3),
    amount: numberAt(4),
  }
}

/** Adds the amounts that clicks and views can have earned, of sales of one day or of a month that is counted as a whole. */
export function withVisits(sums: StoredSums, day: string, { clicks, views }: CountedDays): CountedVisits {
  const exact = sums.isOfSite ? sums.amount : 0
  const { bucket, sales, orders, amount } = sums
  return { bucket, sales, orders, amount, by_clicks: day >= clicks ? exact : 0, by_views: day >= views ? exact : 0 }
}

function createTally() {
  const tallies = new Map<string, { values: Sums; sales: number; orders: number; amount: number }>()
  return {
    add(values: Sums, { sales, orders, amount }: Counted): void {
      const key = JSON.stringify(values)
      let tally = tallies.get(key)
      if (!tally) {
        tally = { values, sales: 0, orders: 0, amount: 0 }
        tallies.set(key, tally)
      }
      tally.sales += sales
      tally.orders += orders
      tally.amount += amount
    },
    rows: () => [...tallies.values()].map(({ values, sales, orders, amount }) => [...values, sales, orders, amount]),
  }
}
