import { hash } from 'node:crypto'
import { dayIn } from '../../../../contract/platform/days.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import type { ReportRow } from '../reports/report-row.ts'

export type LedgerEvent = Required<Omit<NewRow<'earning_events'>, 'id' | 'original_id'>>

type Recording = {
  occurrence: number
  origin: LedgerEvent['origin']
  importId: number | null
  timeZone: string
  now: string
}

/** Converts a row of a report to an event of the ledger. */
export function toEvent(row: ReportRow, { occurrence, origin, importId, timeZone, now }: Recording): LedgerEvent {
  const dayOf = (at: string | null) => (at === null ? null : toDay(at, timeZone))
  return {
    network: row.network,
    external_id: row.externalId,
    occurrence,
    content_hash: hashOf(row),
    original_external_id: row.originalExternalId === row.externalId ? null : row.originalExternalId,
    status: row.status,
    sale_minor: row.saleMinor,
    commission_minor: row.commissionMinor,
    commission_rest: row.commissionRest ?? 0,
    currency: row.currency,
    clicked_at: row.clickedAt,
    ordered_at: row.orderedAt,
    posted_at: row.postedAt,
    clicked_day: dayOf(row.clickedAt),
    ordered_day: dayOf(row.orderedAt),
    posted_day: dayOf(row.postedAt),
    click_ref: row.clickRef,
    tracking_id: row.trackingId,
    product_id: null,
    advertiser: row.advertiser,
    program: row.program ?? null,
    // Absent in a row that an earlier version has staged.
    promo_code: row.promoCode ?? null,
    order_id: row.orderId,
    sku: row.sku,
    product_name: row.productName,
    quantity: row.quantity,
    reason: row.reason,
    origin,
    import_id: importId,
    file_row: row.row,
    recorded_at: now,
  }
}

/**
 * The same for the same state of a sale, wherever in a file it stands. A promotion code counts only where there is one, and
 * fractions of a cent do not, so that rows which were recorded before these were kept stay known.
 */
function hashOf(row: ReportRow): string {
  const entries: [string, unknown][] = []
  for (const field of hashedFields) if (field !== 'promoCode' || row.promoCode) entries.push([field, row[field]])
  return hash('sha256', JSON.stringify(entries), 'base64url').slice(0, 22)
}

type HashedField = Exclude<keyof ReportRow, 'row' | 'hasOwnId' | 'program' | 'commissionRest'>

const isHashed: Record<HashedField, true> = {
  network: true,
  externalId: true,
  clickRef: true,
  trackingId: true,
  advertiser: true,
  orderId: true,
  sku: true,
  productName: true,
  clickedAt: true,
  orderedAt: true,
  postedAt: true,
  quantity: true,
  saleMinor: true,
  commissionMinor: true,
  currency: true,
  status: true,
  originalExternalId: true,
  reason: true,
  promoCode: true,
}

const hashedFields = Object.keys(isHashed).toSorted() as HashedField[]

function toDay(at: string, timeZone: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : dayIn(timeZone, new Date(at))
}
