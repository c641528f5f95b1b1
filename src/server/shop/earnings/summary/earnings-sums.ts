import type { EarningsSums } from '../../../../contract/shop/earnings.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'
import type { SalesFilter } from './attributed-sales.repo.ts'

/** Stored by their place in this list: add at the end. */
export const buckets = ['pending', 'approved', 'paid', 'reversed', 'correction'] as const

/** Sales that are added up; amounts are exact, in `1 / REST_UNITS` of minor units. */
export type Counted = {
  bucket: (typeof buckets)[number]
  sales: number
  orders: number
  amount: number
}

/** `by_clicks` and `by_views` are the parts of the amount that the site's clicks and views can have earned. */
export type CountedVisits = Counted & { by_clicks: number; by_views: number }

export type VisitSums = EarningsSums & { earnedByClicks: number; earnedByViews: number }

type Numbers = { sales: number; amount: number } & Partial<Pick<CountedVisits, 'orders' | 'by_clicks' | 'by_views'>>

/** PostgreSQL returns sums as text. */
export function toNumbers<Row extends Numbers>(row: Row): Row {
  const numbers = { ...row }
  for (const name of ['sales', 'orders', 'amount', 'by_clicks', 'by_views'] as const)
    if (row[name] !== undefined) Object.assign(numbers, { [name]: Number(row[name]) })
  return numbers
}

/** An exact amount in whole minor units, half away from zero. */
export function roundAmount(exact: number): number {
  return exact < 0 ? 0 - Math.round(-exact / REST_UNITS) : Math.round(exact / REST_UNITS)
}

export function round<Sums extends Partial<VisitSums>>(sums: Sums): Sums {
  const amounts = ['pending', 'approved', 'paid', 'reversed', 'earned', 'earnedByClicks', 'earnedByViews'] as const
  const rounded: Partial<VisitSums> = {}
  for (const name of amounts) {
    const exact = sums[name]
    if (exact !== undefined) rounded[name] = roundAmount(exact)
  }
  return { ...sums, ...rounded }
}

export const noSums = (): EarningsSums => ({
  sales: 0,
  orders: 0,
  pending: 0,
  approved: 0,
  paid: 0,
  reversed: 0,
  earned: 0,
})

export function addTo(sums: EarningsSums, { bucket: state, sales, orders: ordered, amount }: Counted): void {
  sums.sales += sales
  sums.orders += ordered
  if (state === 'correction') {
    sums.approved += amount
    sums.reversed -= amount
  } else if (state === 'pending') sums.pending += amount
  else if (state === 'approved') sums.approved += amount
  else if (state === 'paid') sums.paid += amount
  else sums.reversed += amount
  if (state !== 'reversed') sums.earned += amount
}

export const noVisitSums = (): VisitSums => ({ ...noSums(), earnedByClicks: 0, earnedByViews: 0 })

export function addVisits(sums: VisitSums, row: CountedVisits): void {
  addTo(sums, row)
  if (row.bucket === 'reversed') return
  sums.earnedByClicks += row.by_clicks
  sums.earnedByViews += row.by_views
}

/** Sales that are posted in a period were clicked in others, so by that day none can be divided by its clicks. */
export function toVisits<Sums extends VisitSums>(
  sums: Sums,
  { basis }: SalesFilter,
): Omit<Sums, keyof PerVisit> & PerVisit {
  const { earnedByClicks, earnedByViews, ...others } = round(sums)
  return basis === 'posted'
    ? { ...others, earnedByClicks: null, earnedByViews: null }
    : { ...others, earnedByClicks, earnedByViews }
}

type PerVisit = { earnedByClicks: number | null; earnedByViews: number | null }
