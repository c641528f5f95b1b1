import type { Db } from '../../../platform/db/schema.ts'
import { placementOf } from '../ledger/sale-state.ts'
import { listAssignedIds, trackingIdKey } from '../programs/assigned-posts.repo.ts'
import type { ReportRow } from '../reports/report-row.ts'

/** Tells whether a row would be attributed by its sub-id, by a rule or by a tracking ID that was given to a post. */
export async function createAttribution(db: Db): Promise<(row: ReportRow) => boolean> {
  const rules = await db.selectFrom('earning_rules').select(['kind', 'network', 'value']).execute()
  const assigned = await listAssignedIds(db)
  const known = new Set(rules.map(({ kind, network, value }) => `${kind} ${network} ${value}`))
  return ({ network, clickRef, trackingId }) =>
    (clickRef !== null && (placementOf(clickRef) !== undefined || known.has(`click-ref ${network} ${clickRef}`))) ||
    (trackingId !== null &&
      (known.has(`tracking-id ${network} ${trackingId}`) || assigned.has(trackingIdKey(network, trackingId))))
}
