import type { EarningsGroup } from '../../../../contract/shop/earnings.ts'
import { type SalesFilter, toKey } from './attributed-sales.repo.ts'
import {
  addTo,
  addVisits,
  type Counted,
  type CountedVisits,
  noSums,
  noVisitSums,
  round,
  toVisits,
  type VisitSums,
} from './earnings-sums.ts'

/** Lines of a group; what is beyond is one line more. */
export const LINES_MAX = 100

type Attributed = {
  place_source: string | null
  place_id: number | null
  product: number | null
  position: string | null
  network: string
  advertiser: string | null
}

/** Sales that share their attribution. */
export type Tuple = CountedVisits & Attributed

export type DaySums = { sales: number; earned: number; reversed: number }

type Line = VisitSums & { tuple: Attributed }

/** The values that the sales of a line share. */
export const groupColumns = {
  place: ['place_source', 'place_id'],
  product: ['product'],
  placement: ['place_source', 'position'],
  program: ['network', 'advertiser'],
} as const satisfies Record<EarningsGroup, readonly (keyof Attributed)[]>

export const earningsGroups = Object.keys(groupColumns) as EarningsGroup[]

type Lines = Map<string | number | null, Line>

/** The sums of a period while its sales are added up, in exact amounts. */
export type SalesSums = {
  totals: VisitSums
  unattributed: ReturnType<typeof noSums>
  days: Map<string, DaySums>
  lines: Record<EarningsGroup, Lines>
}

export const emptySums = (): SalesSums => ({
  totals: noVisitSums(),
  unattributed: noSums(),
  days: new Map(),
  lines: { place: new Map(), product: new Map(), placement: new Map(), program: new Map() },
})

/** Sums to which sales can be added without changing these. */
export function copySums({ totals, unattributed, days, lines }: SalesSums): SalesSums {
  const { place, product, placement, program } = lines
  return {
    totals: { ...totals },
    unattributed: { ...unattributed },
    days: copyOf(days),
    lines: { place: copyOf(place), product: copyOf(product), placement: copyOf(placement), program: copyOf(program) },
  }
}

function copyOf<Key, Sums extends object>(sums: ReadonlyMap<Key, Sums>): Map<Key, Sums> {
  const copy = new Map<Key, Sums>()
  for (const [key, value] of sums) copy.set(key, { ...value })
  return copy
}

/** Adds sales to their lines, and to the unattributed ones if they have no place. */
export function addTuple(sums: SalesSums, tuple: Tuple): void {
  addAttributed(sums, tuple, { counted: tuple, addTo: addVisits })
}

/** The same with another way to add them to a line. */
export function addAttributed<Sales extends Counted>(
  { lines, unattributed }: SalesSums,
  attributed: Attributed,
  { counted, addTo: addToSums }: { counted: Sales; addTo: (line: VisitSums, sales: Sales) => void },
): void {
  if (attributed.place_source === null) addTo(unattributed, counted)
  for (const group of earningsGroups)
    addToSums(lines[group].get(ids[group](attributed)) ?? addLine(lines, group, attributed), counted)
}

/** The line of sales of which only the values of one group are known, in the order of its columns. */
export function lineOf(
  { lines }: SalesSums,
  group: EarningsGroup,
  { first, second }: { first: string | number | null; second: string | number | null },
): VisitSums {
  const [name, secondName] = groupColumns[group]
  const id = secondName ? `${first} ${second}` : first
  const line = lines[group].get(id)
  if (line) return line
  return addLine(lines, group, { ...unknown, [name]: first, ...(secondName ? { [secondName]: second } : {}) })
}

const unknown: Attributed = {
  place_source: null,
  place_id: null,
  product: null,
  position: null,
  network: '',
  advertiser: null,
}

type DayRow = Omit<Counted, 'orders'> & { day: string }

export function addDay(days: Map<string, DaySums>, { day, bucket, sales, amount }: DayRow): void {
  let sums = days.get(day)
  if (!sums) {
    sums = { sales: 0, earned: 0, reversed: 0 }
    days.set(day, sums)
  }
  sums.sales += sales
  if (bucket !== 'reversed') sums.earned += amount
  if (bucket === 'reversed' || bucket === 'correction') sums.reversed += Math.abs(amount)
}

/** The same for the sales of a line, made faster than its key. */
const ids: Record<EarningsGroup, (tuple: Attributed) => string | number | null> = {
  place: ({ place_source, place_id }) => `${place_source} ${place_id}`,
  product: ({ product }) => product,
  placement: ({ place_source, position }) => `${place_source} ${position}`,
  program: ({ network, advertiser }) => `${network} ${advertiser}`,
}

function addLine(lines: SalesSums['lines'], group: EarningsGroup, tuple: Attributed): Line {
  const line = { tuple, ...noVisitSums() }
  lines[group].set(ids[group](tuple), line)
  return line
}

export type ShownLine = ReturnType<typeof toShownLines>['shown'][number]

/** The lines of a group that earned most, and one for the others if there are more. */
export function toShownLines(lines: SalesSums['lines'], group: EarningsGroup, filter: SalesFilter) {
  const keyOf = ({ tuple }: Line) => toKey(groupColumns[group].map((column) => tuple[column]))
  const sorted = [...lines[group].values()].sort(
    (a, b) => b.earned - a.earned || b.sales - a.sales || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
  const rest = sorted.slice(LINES_MAX)
  const others = { key: '', name: `${rest.length} others`, ...noVisitSums(), clicks: null, views: null }
  for (const line of rest) for (const sum of sumNames) others[sum] += line[sum]
  const shown = sorted.slice(0, LINES_MAX).map((line) => toVisits({ key: keyOf(line), ...line }, filter))
  return { shown, others: rest.length > 0 ? [toVisits(others, filter)] : [] }
}

const sumNames = Object.keys(noVisitSums()) as (keyof VisitSums)[]

export function roundDays(days: ReadonlyMap<string, DaySums>): Map<string, DaySums> {
  return new Map([...days].map(([day, sums]) => [day, round(sums)]))
}
