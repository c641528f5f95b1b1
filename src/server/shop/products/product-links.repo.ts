import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { parseFacts } from './product-facts.ts'

const BATCH = 500

/** The links of a product that can earn: the affiliate link, those of the other shops, then the fallback. */
export function linksOf(affiliateLink: string, { otherShops, fallbackUrl }: ProductFacts): string[] {
  return [affiliateLink, ...otherShops.map(({ link }) => link), ...(fallbackUrl ? [fallbackUrl] : [])]
}

export function linksOfRow({ affiliate_link, facts }: Pick<Row<'products'>, 'affiliate_link' | 'facts'>): string[] {
  return linksOf(affiliate_link, parseFacts(facts))
}

/** The links of the products that are not deleted, in batches of products. */
export async function* listProductLinks(db: Db): AsyncGenerator<{ id: number; links: string[] }[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'affiliate_link', 'facts'])
      .where('id', '>', last)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    yield rows.map((row) => ({ id: row.id, links: linksOfRow(row) }))
    last = end.id
  }
}
