import type { NetworkName } from '../../src/contract/networks.ts'
import { type Placement, placementCode } from '../../src/contract/placements.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { DEMO_TIME_ZONE } from '../../src/server/app/demo/remove-demo.ts'
import { isOneOf } from '../../src/server/platform/db/json-rows.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { recordEvents } from '../../src/server/shop/earnings/ledger/ledger.repo.ts'
import { type LedgerEvent, toEvent } from '../../src/server/shop/earnings/ledger/ledger-event.ts'
import type { ReportRow, SaleStatus } from '../../src/server/shop/earnings/reports/report-row.ts'

/** A conversion as its network reports it; `revenue` in cents, `ago` in days. */
export type DemoSale = {
  linkId: string
  productId: number
  postId: number | null
  revenue: number
  at: string
  day: string
  ago: number
}

const programs: { network: NetworkName; prefix: string }[] = [
  { network: 'awin', prefix: '9' },
  { network: 'impact', prefix: '4471.' },
  { network: 'amazon', prefix: 'demo-' },
]

/**
 * The conversions as the networks report them: recent ones pending, older ones approved and then paid, some returned. Amazon
 * knows tracking IDs alone, so its sales wait for a rule.
 */
export async function seedSales(db: Db, sales: readonly DemoSale[], today: Date): Promise<void> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'facts'])
    .where(
      isOneOf(
        db,
        'id',
        sales.map(({ productId }) => productId),
      ),
    )
    .execute()
  const namedById = new Map(products.map(({ id, name, facts }) => [id, { name, brand: brandOf(facts) }]))
  const events = sales.flatMap((sale, index) => toEvents(sale, index, namedById.get(sale.productId), today))
  await recordEvents(db, events, null)
  const seeded = await db
    .selectFrom('earning_events')
    .select('id')
    .where(
      isOneOf(
        db,
        'external_id',
        events.map(({ external_id }) => external_id),
      ),
    )
    .execute()
  await recordDemoRows(
    db,
    'earning_events',
    seeded.map(({ id }) => Number(id)),
  )
}

function toEvents(
  sale: DemoSale,
  index: number,
  product: { name: string; brand: string | null } | undefined,
  today: Date,
): LedgerEvent[] {
  const { network, prefix } = programs[sale.productId % programs.length]!
  const isAmazon = network === 'amazon'
  const id = `${prefix}${84_000 + index * 7}`
  const row: ReportRow = {
    network,
    externalId: id,
    hasOwnId: true,
    clickRef: isAmazon ? null : placementCode(placementOf(sale)),
    trackingId: isAmazon ? (sale.postId === null ? 'dewlight-shop-20' : 'dewlight-guides-20') : null,
    advertiser: isAmazon ? 'Amazon' : (product?.brand ?? 'Demo shop'),
    orderId: null,
    sku: null,
    productName: product?.name ?? null,
    clickedAt: sale.at,
    orderedAt: sale.at,
    postedAt: null,
    quantity: 1,
    saleMinor: sale.revenue * 12,
    commissionMinor: sale.revenue,
    currency: 'USD',
    status: 'pending',
    originalExternalId: null,
    reason: null,
    row: index + 2,
  }
  const record = (status: SaleStatus, postedAt: string | null, reason: string | null = null) =>
    toEvent(
      { ...row, status, postedAt, reason },
      { occurrence: 1, origin: 'import', importId: null, timeZone: DEMO_TIME_ZONE, now: today.toISOString() },
    )
  const checked = new Date(Date.parse(sale.at) + 21 * 24 * 60 * 60 * 1000).toISOString()
  const pending = record('pending', null)
  if (sale.ago <= 24) return [pending]
  if (index % 13 === 5) return [pending, record('reversed', checked, 'Returned')]
  const approved = record('approved', checked)
  if (sale.ago <= 60) return [pending, approved]
  return [pending, approved, record('paid', checked)]
}

function placementOf({ linkId, postId, productId }: DemoSale): Placement {
  if (postId !== null) return { source: 'post', sourceId: postId, productId, position: 'box' }
  if (linkId === 'home-grid') return { source: 'home', productId, position: 'card' }
  return { source: linkId === 'search' ? 'search' : 'shop', productId, position: 'card' }
}

function brandOf(facts: string): string | null {
  const { brand } = JSON.parse(facts) as { brand?: string }
  return brand ?? null
}
