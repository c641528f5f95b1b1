import type { Db } from '../../../platform/db/schema.ts'
import type { ReportRow } from '../reports/report-row.ts'
import type { LedgerEvent } from './ledger-event.ts'
import { listStoredSales, type StoredSale } from './stored-sales.repo.ts'

/** A new row without an id of its own, and the sales of the ledger that it may be. */
export type SimilarRow<Staged> = { staged: Staged; sales: StoredSale[] }

type Candidate = { row: ReportRow; event: LedgerEvent }

/**
 * Rows that look like a sale which the ledger has under another identity: a layout without a column, or with a further one, makes
 * another fingerprint. What both say has to be equal.
 */
export async function findSimilar<Staged extends Candidate>(
  db: Db,
  candidates: readonly Staged[],
): Promise<SimilarRow<Staged>[]> {
  if (candidates.length === 0) return []
  const rows = candidates.map(({ row }) => row)
  const byAmount = Map.groupBy(await listStoredSales(db, rows), (sale) => amountKey(sale, sale.posted_day))
  // Rows with one fingerprint say the same and share a list.
  const lists = new Map<string, StoredSale[]>()
  return candidates.flatMap((staged) => {
    const { event } = staged
    let sales = lists.get(event.external_id)
    if (!sales) {
      const day = event.posted_day ?? event.ordered_day ?? event.clicked_day
      sales = (byAmount.get(amountKey(event, day)) ?? []).filter((sale) => isSimilar(event, sale))
      lists.set(event.external_id, sales)
    }
    return sales.length > 0 ? [{ staged, sales }] : []
  })
}

/**
 * The rows that match a stored sale, in order; each sale matches one row. A sale that the file itself has a row of is left out:
 * this row is another sale.
 */
export function pairSimilar<Staged>(
  rows: readonly SimilarRow<Staged>[],
  isInFile: (sale: StoredSale) => boolean,
): Staged[] {
  const taken = new Set<string>()
  return rows.flatMap(({ staged, sales }) => {
    const sale = sales.find((each) => !taken.has(saleKey(each)) && !isInFile(each))
    if (!sale) return []
    taken.add(saleKey(sale))
    return [staged]
  })
}

export const saleKey = ({ external_id, occurrence }: Pick<StoredSale, 'external_id' | 'occurrence'>) =>
  `${occurrence} ${external_id}`

type Amount = Pick<StoredSale, 'network' | 'currency' | 'commission_minor'>

const amountKey = ({ network, currency, commission_minor }: Amount, day: string | null) =>
  JSON.stringify([network, currency, commission_minor, day])

function isSimilar(event: LedgerEvent, sale: StoredSale): boolean {
  if (event.external_id === sale.external_id) return false
  const isEqual = (column: 'sku' | 'order_id' | 'click_ref' | 'tracking_id' | 'product_name') =>
    event[column] !== null && event[column] === sale[column]
  // A title may be edited, which does not matter where the item is the same.
  const isNamed = isEqual('sku') || isEqual('order_id') || isEqual('click_ref')
  if (!isNamed && !(isEqual('tracking_id') && isEqual('product_name'))) return false
  const columns = ['sku', 'order_id', 'click_ref', 'tracking_id', 'sale_minor', 'quantity'] as const
  const isFree = event.network === 'amazon'
  return (
    columns.every((column) => areCompatible(event[column], sale[column])) &&
    (isFree || areCompatible(event.advertiser, sale.advertiser)) &&
    areCompatible(timeOf(event), timeOf(sale))
  )
}

/** One of two layouts may not say it. */
const areCompatible = <Value>(one: Value | null, other: Value | null) => one === null || other === null || one === other

type Dates = Pick<StoredSale, 'posted_at' | 'ordered_at' | 'clicked_at'>

/** Null for a day without a time. */
function timeOf({ posted_at, ordered_at, clicked_at }: Dates): string | null {
  const at = posted_at ?? ordered_at ?? clicked_at
  return at !== null && at.length > 'YYYY-MM-DD'.length ? at : null
}
