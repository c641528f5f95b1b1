import type { EarningsGroup } from '../../../../contract/shop/earnings.ts'
import type { CountedDays } from '../../analytics/period-sums.repo.ts'
import { addTo, buckets, type Counted, type VisitSums } from './earnings-sums.ts'
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

type Value = string | number | null

/**
 * Sales with equal values, in columns: each of the values, then the number of sales, that of orders and the exact amount. A year
 * may have 150,000 of them, which as arrays of their own took as long to collect as to add up.
 */
type Sums = Value[][]

/** A month of sales in the form in which it is stored. */
export type MonthSums = {
  /** By day, bucket and whether they are of a newsletter. */
  days: Sums
  /** Sales whose attribution no rule changes, by the values of each group, bucket and whether they are of a newsletter. */
  lines: Record<EarningsGroup, Sums>
  /** The other sales, by all that their attribution depends on. */
  open: Sums
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
    days: days.columns(),
    open: open.columns(),
    lines: {
      place: place.columns(),
      product: product.columns(),
      placement: placement.columns(),
      program: program.columns(),
    },
  }
}

const noValues: Record<keyof OpenSale, Value> = {
  source: null,
  source_id: null,
  product_id: null,
  position: null,
  network: null,
  program: null,
  click_ref: null,
  tracking_id: null,
  sku: null,
}

type Attribution = Pick<Tuple, 'place_source' | 'place_id' | 'product'>

export function toTuple({ position, network, program }: OpenSale, attribution: Attribution) {
  const { place_source, place_id, product } = attribution
  return { place_source, place_id, product, position, network, advertiser: program }
}

/** Each step of this and of those below changes the object of the step before. */
export function* daysOf({ days }: Pick<MonthSums, 'days'>): Generator<{ day: string; sums: StoredSums }> {
  const countsAt = countsFrom(days, 1)
  const step = { day: '', sums: nothing() }
  for (let row = 0; row < lengthOf(days); row++) {
    step.day = String(days[0]![row])
    step.sums = countsAt(row)
    yield step
  }
}

/** The first and the second value of a group in the order of its columns, with the sums of their sales. */
export function* linesOf(
  { lines }: Pick<MonthSums, 'lines'>,
  group: EarningsGroup,
): Generator<{ first: Value; second: Value; sums: StoredSums }> {
  const [firsts = [], seconds = []] = lines[group]
  const { length } = groupColumns[group]
  const countsAt = countsFrom(lines[group], length)
  const step = { first: null as Value, second: null as Value, sums: nothing() }
  for (let row = 0; row < firsts.length; row++) {
    step.first = firsts[row]!
    if (length === 2) step.second = seconds[row]!
    step.sums = countsAt(row)
    yield step
  }
}

export function* openSalesOf({ open }: Pick<MonthSums, 'open'>): Generator<{ sale: OpenSale; sums: StoredSums }> {
  const countsAt = countsFrom(open, openColumns.length)
  // A property for each column, since a loop over their names takes several times as long.
  const [source, sourceId, productId, position, network, program, clickRef, trackingId, sku] = open
  const sale: Record<keyof OpenSale, Value> = { ...noValues }
  const step = { sale: sale as OpenSale, sums: nothing() }
  for (let row = 0; row < lengthOf(open); row++) {
    sale.source = source![row]!
    sale.source_id = sourceId![row]!
    sale.product_id = productId![row]!
    sale.position = position![row]!
    sale.network = network![row]!
    sale.program = program![row]!
    sale.click_ref = clickRef![row]!
    sale.tracking_id = trackingId![row]!
    sale.sku = sku![row]!
    step.sums = countsAt(row)
    yield step
  }
}

const lengthOf = (columns: Sums) => columns[0]?.length ?? 0

const nothing = (): StoredSums => ({ bucket: 'pending', isOfSite: true, sales: 0, orders: 0, amount: 0 })

/** Reads the sums of a row from the columns that begin at `column`, always into the same object. */
function countsFrom(columns: Sums, column: number): (row: number) => StoredSums {
  const [states = [], newsletters = [], sales = [], orders = [], amounts = []] = columns.slice(column)
  const sums = nothing()
  return (row) => {
    sums.bucket = buckets[states[row] as number]!
    sums.isOfSite = newsletters[row] === 0
    sums.sales = sales[row] as number
    sums.orders = orders[row] as number
    sums.amount = amounts[row] as number
    return sums
  }
}

/** Adds sales of one day or of a month that is counted as a whole, also to what clicks and views can have earned. */
export function addStored(line: VisitSums, stored: StoredSums, { day, clicks, views }: CountedDays & { day: string }) {
  addTo(line, stored)
  if (stored.bucket === 'reversed' || !stored.isOfSite) return
  if (day >= clicks) line.earnedByClicks += stored.amount
  if (day >= views) line.earnedByViews += stored.amount
}

function createTally() {
  const tallies = new Map<string, { values: Value[]; sales: number; orders: number; amount: number }>()
  return {
    add(values: Value[], { sales, orders, amount }: Counted): void {
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
    columns(): Sums {
      const rows = [...tallies.values()].map(({ values, sales, orders, amount }) => [...values, sales, orders, amount])
      return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]!))
    },
  }
}
