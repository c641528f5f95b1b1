import type { Db } from '../../platform/db/schema.ts'
import { parseFacts } from './product-facts.ts'

const BATCH = 500

/** The affiliate links of the products that are not deleted, those to further shops included, in batches of products. */
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
    if (rows.length === 0) return
    yield rows.map((row) => ({
      id: row.id,
      links: [row.affiliate_link, ...parseFacts(row.facts).otherShops.map((shop) => shop.link)],
    }))
    last = rows.at(-1)!.id
  }
}
