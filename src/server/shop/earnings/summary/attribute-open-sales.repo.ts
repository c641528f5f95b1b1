import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { asinOf } from '../../../platform/db/asin-of.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { assignedPosts, trackingIdKey } from '../programs/assigned-posts.repo.ts'
import type { OpenSale } from './month-sums.ts'
import type { Tuple } from './sales-lines.ts'

type Attribution = Pick<Tuple, 'place_source' | 'place_id' | 'product'>

/** Attributes sums of sales by the rules of this moment, as `attributedSales` does single ones. `stamp` is that of the rules. */
export async function createOpenAttribution(
  db: Db,
): Promise<{ attribute: (sale: OpenSale) => Attribution; stamp: string }> {
  const rules = await db
    .selectFrom('earning_rules')
    .select(['kind', 'network', 'value', 'post_id', 'product_id'])
    .execute()
  const ruleByKey = new Map(rules.map((rule) => [`${rule.kind} ${rule.network} ${rule.value}`, rule]))
  const ruleOf = (kind: string, network: string, value: string | null) =>
    value === null ? undefined : ruleByKey.get(`${kind} ${network} ${value}`)
  const given = await sql<{ network: string; tracking_id: string; post_id: number }>`
    select * from ${assignedPosts} as given`.execute(db)
  const givenOf = new Map(given.rows.map((row) => [trackingIdKey(row.network, row.tracking_id), row.post_id]))
  const asin = asinOf(db, 'affiliate_link')
  const products = await sql<{ asin: string; id: number }>`
    select ${asin} as asin, min(id) as id from products where ${asin} is not null and deleted_at is null group by 1`.execute(
    db,
  )
  const productOf = new Map(products.rows.map((row) => [row.asin, row.id]))
  const stamp = createHash('sha256')
    .update(JSON.stringify([rules, given.rows, products.rows]))
    .digest('base64')
  const attribute = ({ source, source_id, product_id, network, click_ref, tracking_id, sku }: OpenSale) => {
    if (source !== null && product_id !== null)
      return { place_source: source, place_id: source_id, product: product_id }
    const byRef = source === null ? ruleOf('click-ref', network, click_ref) : undefined
    const byTag = source === null ? ruleOf('tracking-id', network, tracking_id) : undefined
    const isGiven = source === null && !byRef && !byTag && tracking_id !== null
    const post =
      byRef?.post_id ?? byTag?.post_id ?? (isGiven ? givenOf.get(trackingIdKey(network, tracking_id)) : null) ?? null
    const ruled = byRef?.product_id ?? byTag?.product_id ?? null
    const bySku = product_id === null ? ruleOf('sku', network, sku) : undefined
    const linked = network === 'amazon' && sku !== null ? productOf.get(sku) : undefined
    return {
      place_source: source ?? (post !== null ? 'post' : ruled !== null ? 'product' : null),
      place_id: source !== null ? source_id : (post ?? ruled),
      product: product_id ?? ruled ?? bySku?.product_id ?? linked ?? null,
    }
  }
  return { attribute, stamp }
}
