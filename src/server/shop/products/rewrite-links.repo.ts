import type { Db } from '../../platform/db/schema.ts'
import { linksOf } from './product-links.repo.ts'
import { toContent } from './product-rows.ts'
import { writeProduct } from './product-writes.repo.ts'

export type ProductLinks = {
  id: number
  version: number
  name: string
  /** As `linksOf` orders them. */
  urls: string[]
}

export async function findProductLinks(db: Db, id: number): Promise<ProductLinks | undefined> {
  const row = await findRow(db, id)
  if (!row) return undefined
  const { affiliateLink, facts } = toContent(row)
  return {
    id,
    version: row.version,
    name: row.name,
    urls: linksOf(affiliateLink, facts),
  }
}

/**
 * Saves a product with other links as its next version, with a revision. False if it was saved or deleted since `version`.
 * Call it in a transaction.
 */
export async function rewriteProductLinks(
  db: Db,
  { id, version }: Pick<ProductLinks, 'id' | 'version'>,
  rewrite: (url: string) => string,
  now: string,
): Promise<boolean> {
  const row = await findRow(db, id)
  if (!row) return false
  const content = toContent(row)
  const affiliateLink = rewrite(content.affiliateLink)
  const otherShops = content.facts.otherShops.map((shop) => ({ ...shop, link: rewrite(shop.link) }))
  // Last, as in `linksOf`: an undo counts the occurrences.
  const fallbackUrl = rewrite(content.facts.fallbackUrl)
  const input = { ...content, affiliateLink, facts: { ...content.facts, otherShops, fallbackUrl } }
  const saved = await writeProduct(db, id, { input, version, now })
  return saved !== undefined && !saved.isStale
}

function findRow(db: Db, id: number) {
  return db.selectFrom('products').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}
