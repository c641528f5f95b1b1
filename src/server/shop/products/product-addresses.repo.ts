import { hasOwnWords } from '../../../contract/shop/thin-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import { parseFacts } from './product-facts.ts'
import { slugOf } from './product-slugs.repo.ts'

/** Products that a sitemap lists at most. */
const ADDRESSES_MAX = 20_000

/** Addresses of the pages of active products for the sitemap: those with words of the owner. */
export async function listProductAddresses(db: Db): Promise<{ slug: string; updated_at: string }[]> {
  const rows = await listPages(db)
  return rows
    .filter(({ facts }) => hasOwnWords(parseFacts(facts)))
    .map((row) => ({ slug: slugOf(row), updated_at: row.updated_at }))
}

/** Counts the pages of active products, and those that search engines are told to leave out. */
export async function countThinPages(db: Db): Promise<{ pages: number; thin: number }> {
  const rows = await listPages(db)
  return { pages: rows.length, thin: rows.filter(({ facts }) => !hasOwnWords(parseFacts(facts))).length }
}

function listPages(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'updated_at', 'facts'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .limit(ADDRESSES_MAX)
    .execute()
}
