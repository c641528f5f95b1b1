import type { ImportPlan, ImportTotals, Tally } from '../../../../contract/shop/earning-imports.ts'
import type { Outcome } from '../ledger/ledger.repo.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'
import type { ReportRow } from '../reports/report-row.ts'

const REJECTED_SHOWN = 200

const nothing = () => ({ rows: 0, commission: 0, rest: 0 })

export function emptyPlan(): ImportPlan {
  return { totals: [], assumptions: [], rejected: 0, rejectedRows: [] }
}

type Amount = Pick<ReportRow, 'currency' | 'commissionMinor' | 'commissionRest'>
type Counted = Amount & { outcome: Outcome | 'similar'; isAttributed: boolean }

/** Adds a row to the counts of its currency. */
export function countRow(plan: ImportPlan, { outcome, isAttributed, ...amount }: Counted): void {
  const totals = totalsOf(plan, amount.currency)
  for (const tally of [totals[outcome], totals.all, ...(isAttributed ? [] : [totals.unattributed])])
    addTo(tally, amount, 1)
}

/** Counts a row that was counted as new as one that looks like a sale of the ledger. */
export function countAsSimilar(plan: ImportPlan, amount: Amount): void {
  const totals = totalsOf(plan, amount.currency)
  addTo(totals.new, amount, -1)
  addTo(totals.similar, amount, 1)
}

/** Carries fractions of a cent, so that the sum is rounded and not each row. */
function addTo(tally: Tally, { commissionMinor, commissionRest = 0 }: Amount, times: 1 | -1): void {
  tally.rows += times
  const rest = tally.rest + times * commissionRest
  const carried = Math.sign(rest) * Math.round(Math.abs(rest) / REST_UNITS)
  tally.commission += times * commissionMinor + carried
  tally.rest = rest - carried * REST_UNITS
}

export function countRejected(plan: ImportPlan, rejected: { row: number; reason: string }): void {
  plan.rejected += 1
  if (plan.rejectedRows.length < REJECTED_SHOWN) plan.rejectedRows.push(rejected)
}

/** Adds what the file itself says about its total. */
export function addFileTotal(plan: ImportPlan, currency: string, commissionMinor: number): void {
  const totals = totalsOf(plan, currency)
  totals.fileTotal = (totals.fileTotal ?? 0) + commissionMinor
}

function totalsOf(plan: ImportPlan, currency: string): ImportTotals {
  let totals = plan.totals.find((each) => each.currency === currency)
  if (!totals) {
    const tallies = { new: nothing(), changed: nothing(), reversed: nothing(), known: nothing(), similar: nothing() }
    totals = { currency, ...tallies, unattributed: nothing(), all: nothing(), fileTotal: null }
    plan.totals.push(totals)
  }
  return totals
}
