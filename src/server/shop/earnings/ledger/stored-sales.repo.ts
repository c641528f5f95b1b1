import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { ReportRow } from '../reports/report-row.ts'

export type StoredSale = Awaited<ReturnType<typeof listStoredSales>>[number]

/** The sales of the ledger that share network, currency, commission and about the day with some rows. */
export function listStoredSales(db: Db, rows: readonly ReportRow[], condition: RawBuilder<SqlBool> = sql`1 = 1`) {
  const unique = <Value extends string | number>(values: (Value | null)[]) =>
    [...new Set(values)].filter((value) => value !== null)
  return db
    .selectFrom('earning_sales as sale')
    .innerJoin('earning_events as event', 'event.id', 'sale.event_id')
    .select(['event.network', 'event.external_id', 'event.occurrence', 'event.currency', 'event.commission_minor'])
    .select(['event.sale_minor', 'event.sku', 'event.tracking_id', 'event.click_ref', 'event.order_id'])
    .select(['event.quantity', 'event.posted_at', 'event.ordered_at', 'event.clicked_at', 'event.product_name'])
    .select(['event.advertiser', 'sale.posted_day'])
    .where(isOneOf(db, 'sale.network', unique(rows.map(({ network }) => network))))
    .where(isOneOf(db, 'sale.currency', unique(rows.map(({ currency }) => currency))))
    .where(isOneOf(db, 'sale.commission_minor', unique(rows.map(({ commissionMinor }) => commissionMinor))))
    .where(isOneOf(db, 'sale.posted_day', unique(rows.flatMap(daysAround))))
    .where(condition)
    .orderBy('event.external_id')
    .orderBy('event.occurrence')
    .execute()
}

/** The days on which a sale may be posted, in whatever time zone the site had: an index leads to these. */
function daysAround({ postedAt, orderedAt, clickedAt }: ReportRow): string[] {
  const at = postedAt ?? orderedAt ?? clickedAt
  if (at === null) return []
  return [-1, 0, 1].map((days) => new Date(Date.parse(at) + days * DAY_MS).toISOString().slice(0, 10))
}
