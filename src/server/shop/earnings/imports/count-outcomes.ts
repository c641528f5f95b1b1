import type { ImportPlan, ImportTotals } from '../../../../contract/earning-imports.ts'
import type { Outcome } from '../ledger/ledger.repo.ts'

const REJECTED_SHOWN = 200

const nothing = () => ({ rows: 0, commission: 0 })

export function emptyPlan(): ImportPlan {
  return { totals: [], assumptions: [], rejected: 0, rejectedRows: [] }
}

type Counted = { currency: string; commissionMinor: number; outcome: Outcome | 'similar'; isAttributed: boolean }

/** Adds a row to the counts of its currency. */
export function countRow(plan: ImportPlan, { currency, commissionMinor, outcome, isAttributed }: Counted): void {
  const totals = totalsOf(plan, currency)
  for (const tally of [totals[outcome], totals.all, ...(isAttributed ? [] : [totals.unattributed])]) {
    tally.rows += 1
    tally.commission += commissionMinor
  }
}

/** Counts a row that was counted as new as one that looks like a sale of the ledger. */
export function countAsSimilar(
  plan: ImportPlan,
  { currency, commissionMinor }: Pick<Counted, 'currency' | 'commissionMinor'>,
): void {
  const totals = totalsOf(plan, currency)
  totals.new.rows -= 1
  totals.new.commission -= commissionMinor
  totals.similar.rows += 1
  totals.similar.commission += commissionMinor
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
