import { failingStates } from '../../../contract/shop/links.ts'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { linkHash } from './link-hash.ts'

/** Rows of one statement. */
const ROWS = 500

/** Those of some URLs that readers cannot buy from, as far as checks have told. */
export async function findFailingUrls(db: Db, urls: readonly string[]): Promise<Set<string>> {
  const hashes = [...new Set(urls)].map(linkHash)
  const failing = new Set<string>()
  for (let from = 0; from < hashes.length; from += ROWS) {
    const rows = await db
      .selectFrom('links')
      .select('url')
      .where('url_hash', 'in', hashes.slice(from, from + ROWS))
      .where('state', 'in', failingStates)
      .execute()
    for (const { url } of rows) failing.add(url)
  }
  return failing
}

/** The products that show their fallback instead of one of some links: link id → product id → fallback. */
export async function listFallbacksInUse(
  db: Db,
  linkIds: readonly number[],
): Promise<Map<number, Map<number, string>>> {
  const rows = await db
    .selectFrom('links')
    .innerJoin('link_uses', 'link_uses.link_id', 'links.id')
    .innerJoin('products', 'products.id', 'link_uses.ref_id')
    .select(['links.id as link_id', 'products.id as product_id', 'products.facts'])
    .where('links.id', 'in', linkIds)
    .where('links.state', 'in', failingStates)
    .where('link_uses.kind', '=', 'product')
    .where('link_uses.place', '=', 'link')
    .where('products.deleted_at', 'is', null)
    .execute()
  const stated = rows.flatMap(({ facts, ...row }) => {
    const { fallbackUrl } = JSON.parse(facts) as Partial<ProductFacts>
    return fallbackUrl ? [{ ...row, fallbackUrl }] : []
  })
  const failing = await findFailingUrls(
    db,
    stated.map(({ fallbackUrl }) => fallbackUrl),
  )
  const inUse = new Map<number, Map<number, string>>()
  for (const { link_id, product_id, fallbackUrl } of stated) {
    if (failing.has(fallbackUrl)) continue
    const ofLink = inUse.get(link_id) ?? new Map<number, string>()
    inUse.set(link_id, ofLink.set(product_id, fallbackUrl))
  }
  return inUse
}

/** Whether a product has a fallback for this link, or this link as its fallback, so that pages depend on its state. */
export async function isShownByState(db: Db, { id, url }: Pick<Row<'links'>, 'id' | 'url'>): Promise<boolean> {
  const asFallback = await db
    .selectFrom('link_uses')
    .select('ref_id')
    .where('link_id', '=', id)
    .where('place', '=', 'fallback')
    .limit(1)
    .executeTakeFirst()
  if (asFallback) return true
  const withFallback = await db
    .selectFrom('products')
    .select('id')
    .where('affiliate_link', '=', url)
    .where('deleted_at', 'is', null)
    .where('facts', 'like', '%"fallbackUrl":"%')
    .limit(1)
    .executeTakeFirst()
  return withFallback !== undefined
}
