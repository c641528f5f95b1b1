import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { SaleEvent } from '../../../../contract/shop/sale-events.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { findReportedConversions } from '../ledger/reported-conversions.repo.ts'

/** The ledger rows of a sale, and of the conversion that is the same sale, in the order of their recording. Undefined for an unknown sale. */
export async function listSaleEvents(db: Db, saleId: number): Promise<SaleEvent[] | undefined> {
  const sale = await db
    .selectFrom('earning_sales')
    .select(['network', 'external_id', 'occurrence', 'event_id'])
    .where('id', '=', saleId)
    .executeTakeFirst()
  if (!sale) return undefined
  const conversions = (await findReportedConversions(db, [sale])).map(({ conversion }) => conversion)
  const rows = await db
    .selectFrom('earning_events as event')
    .leftJoin('earning_imports as source', 'source.id', 'event.import_id')
    .selectAll('event')
    .select('source.file_name')
    .where((eb) =>
      eb.or(
        [sale, ...conversions].map(({ network, external_id, occurrence }) =>
          eb.and([
            eb('event.external_id', '=', external_id),
            eb('event.network', '=', network),
            eb('event.occurrence', '=', occurrence),
          ]),
        ),
      ),
    )
    .orderBy('event.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    network: row.network as NetworkName,
    externalId: row.external_id,
    status: row.status,
    commission: Number(row.commission_minor),
    saleAmount: row.sale_minor === null ? null : Number(row.sale_minor),
    currency: row.currency,
    clickedAt: row.clicked_at,
    orderedAt: row.ordered_at,
    postedAt: row.posted_at,
    reason: row.reason,
    origin: row.origin,
    fileName: row.file_name,
    fileRow: row.file_row,
    recordedAt: row.recorded_at,
    isCurrent: row.id === sale.event_id,
  }))
}
