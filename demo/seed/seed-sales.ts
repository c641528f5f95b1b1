import { type Placement, placementCode } from '../../src/contract/shop/placements.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { DEMO_TIME_ZONE } from '../../src/server/app/demo/remove-demo.ts'
import { isOneOf } from '../../src/server/platform/db/json-rows.ts'
import type { Db, NewRow } from '../../src/server/platform/db/schema.ts'
import { DAY_MS } from '../../src/server/platform/durations.ts'
import { recordEvents } from '../../src/server/shop/earnings/ledger/ledger.repo.ts'
import { type LedgerEvent, toEvent } from '../../src/server/shop/earnings/ledger/ledger-event.ts'
import type { ReportRow, SaleStatus } from '../../src/server/shop/earnings/reports/report-row.ts'
import { type DemoProgram, demoPrograms, SHARED_TRACKING_ID } from '../content/programs.ts'
import { seedPrograms, type TrackingIdOf } from './seed-programs.ts'

/** A conversion as its network reports it; `revenue` in cents, `ago` in days. */
export type DemoSale = {
  linkId: string
  productId: number
  postId: number | null
  revenue: number
  at: string
  ago: number
}

/** An order by a link of a newsletter, likewise. */
export type DemoMailSale = Omit<DemoSale, 'linkId' | 'postId'> & { placement: Placement }

/** Products of Amazon and Awin that the owner has named for their SKU; the others wait for it. */
const NAMED_SKUS = 8

/** A sub-id that the owner set in links of her own, such as in a mail. */
const CAMPAIGNS = ['autumn-mail', 'pin-board'] as const

/**
 * The conversions as the networks report them: recent ones pending, older ones approved and then paid, some returned. Impact
 * repeats placement codes, Amazon tracking IDs, and Awin the owner's own sub-ids, some of which have a rule.
 */
export async function seedSales(
  db: Db,
  sales: readonly DemoSale[],
  { postsByProduct, today }: { postsByProduct: ReadonlyMap<number, number[]>; today: Date },
): Promise<void> {
  const reported = await withPrograms(db, sales)
  const now = today.toISOString()
  const ofAmazon = reported.filter(({ program }) => program.network === 'amazon')
  // Those with sales first, then the others that show such products.
  const postIds = byFrequency([
    ...ofAmazon.flatMap(({ postId }) => (postId === null ? [] : Array<number>(100).fill(postId))),
    ...[...new Set(ofAmazon.map(({ productId }) => productId))].flatMap((id) => postsByProduct.get(id) ?? []),
  ])
  const trackingIdOf = await seedPrograms(db, { postIds, now })
  await record(
    db,
    reported.flatMap((sale, index) => toEvents(sale, index, { trackingIdOf, now })),
  )
  await seedRules(db, reported, now)
}

/** Numbers of sales from here on are those of newsletters. */
const FIRST_OF_NEWSLETTERS = 5000

/** The orders by links of a newsletter, which carry its placement codes. */
export async function seedNewsletterSales(db: Db, sales: readonly DemoMailSale[], today: Date): Promise<void> {
  const now = today.toISOString()
  const reported = await withPrograms(
    db,
    sales.map((sale) => ({ ...sale, linkId: 'newsletter', postId: null })),
  )
  const trackingIdOf = () => SHARED_TRACKING_ID
  await record(
    db,
    reported.flatMap((sale, index) => toEvents(sale, FIRST_OF_NEWSLETTERS + index, { trackingIdOf, now })),
  )
}

type Reported = DemoSale & { name: string; program: DemoProgram; placement?: Placement }

async function withPrograms<Sale extends DemoSale>(db: Db, sales: readonly Sale[]) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'affiliate_link', 'facts'])
    .where(
      isOneOf(
        db,
        'id',
        sales.map(({ productId }) => productId),
      ),
    )
    .execute()
  const products = new Map(
    rows.map(({ id, name, affiliate_link, facts }) => [
      id,
      { name, program: programOf([affiliate_link, ...linksOf(facts)]) },
    ]),
  )
  return sales.map((sale) => {
    const product = products.get(sale.productId)
    if (!product) throw new Error(`The sold product ${sale.productId} does not exist.`)
    return { ...sale, ...product }
  })
}

async function record(db: Db, events: LedgerEvent[]): Promise<void> {
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

async function seedRules(db: Db, reported: readonly Reported[], now: string): Promise<void> {
  const withoutCode = reported.filter(({ program }) => !program.allowsSubIds)
  const named = byFrequency(withoutCode.map(({ productId }) => productId)).slice(0, NAMED_SKUS)
  const mailed = reported.find(({ postId }) => postId !== null)
  const rules: NewRow<'earning_rules'>[] = named.map((productId) => {
    const sale = withoutCode.find((each) => each.productId === productId)
    if (!sale) throw new Error(`The product ${productId} has no sale.`)
    const { program } = sale
    const rule = { kind: 'sku' as const, network: program.network, value: skuOf(program, productId) }
    return { ...rule, post_id: null, product_id: productId, created_at: now }
  })
  if (mailed)
    rules.push({
      kind: 'click-ref',
      network: 'awin',
      value: CAMPAIGNS[0],
      created_at: now,
      post_id: mailed.postId,
      product_id: null,
    })
  if (rules.length === 0) return
  const inserted = await db
    .insertInto('earning_rules')
    .values(rules)
    .onConflict((conflict) => conflict.columns(['kind', 'network', 'value']).doNothing())
    .returning('id')
    .execute()
  await recordDemoRows(
    db,
    'earning_rules',
    inserted.map(({ id }) => id),
  )
}

function toEvents(
  sale: Reported,
  index: number,
  { trackingIdOf, now }: { trackingIdOf: TrackingIdOf; now: string },
): LedgerEvent[] {
  const { program } = sale
  const { network } = program
  const row: ReportRow = {
    network,
    externalId: `${program.prefix}${84_000 + index * 7}`,
    hasOwnId: true,
    clickRef: clickRefOf(sale, index),
    trackingId: network === 'amazon' ? trackingIdOf(sale.postId) : null,
    advertiser: program.name,
    orderId: null,
    sku: skuOf(program, sale.productId),
    productName: sale.name,
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
    promoCode: null,
    row: index + 2,
  }
  const record = (status: SaleStatus, postedAt: string | null, reason: string | null = null) =>
    toEvent(
      { ...row, status, postedAt, reason },
      { occurrence: 1, origin: 'import', importId: null, timeZone: DEMO_TIME_ZONE, now },
    )
  const checked = new Date(Date.parse(sale.at) + 21 * DAY_MS).toISOString()
  const pending = record('pending', null)
  if (sale.ago <= 24) return [pending]
  if (index % 13 === 5) return [pending, record('reversed', checked, 'Returned')]
  const approved = record('approved', checked)
  if (sale.ago <= 60) return [pending, approved]
  return [pending, approved, record('paid', checked)]
}

function clickRefOf(sale: Reported, index: number): string | null {
  if (sale.program.network === 'amazon') return null
  return sale.program.allowsSubIds ? placementCode(placementOf(sale)) : CAMPAIGNS[index % 2 === 0 ? 0 : 1]
}

const skuOf = ({ skuPrefix }: DemoProgram, productId: number) => `${skuPrefix}${10_400 + productId}`

/** The first program that one of the shops of a product belongs to. */
function programOf(links: readonly string[]): DemoProgram {
  const hosts = links.map((link) => new URL(link).host)
  return demoPrograms.find(({ host }) => hosts.includes(host)) ?? demoPrograms.at(-1)!
}

function linksOf(facts: string): string[] {
  const { otherShops = [] } = JSON.parse(facts) as { otherShops?: { link: string }[] }
  return otherShops.map(({ link }) => link)
}

/** The distinct ids, the most frequent first. */
function byFrequency(ids: readonly number[]): number[] {
  const groups = Map.groupBy(ids, (id) => id)
  return [...groups].toSorted(([a, x], [b, y]) => y.length - x.length || a - b).map(([id]) => id)
}

function placementOf({ placement, linkId, postId, productId }: Reported): Placement {
  if (placement) return placement
  if (postId !== null) return { source: 'post', sourceId: postId, productId, position: 'box' }
  if (linkId === 'home-grid') return { source: 'home', productId, position: 'card' }
  return { source: linkId === 'search' ? 'search' : 'shop', productId, position: 'card' }
}
