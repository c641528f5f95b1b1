import type { Db } from '../../../platform/db/schema.ts'
import { placementOf } from '../ledger/sale-state.ts'
import type { ReportRow } from '../reports/report-row.ts'

/** Tells whether a row would be attributed by its sub-id or by a rule. */
export async function createAttribution(db: Db): Promise<(row: ReportRow) => boolean> {
  const rules = await db.selectFrom('earning_rules').select(['kind', 'network', 'value']).execute()
  const known = new Set(rules.map(({ kind, network, value }) => `${kind} ${network} ${value}`))
  return ({ network, clickRef, trackingId }) =>
    (clickRef !== null && (placementOf(clickRef) !== undefined || known.has(`click-ref ${network} ${clickRef}`))) ||
    (trackingId !== null && known.has(`tracking-id ${network} ${trackingId}`))
}
