import { sql } from 'kysely'
import { SEARCH_RESULTS } from '../../../contract/limits.ts'
import type { PostSummary } from '../../../contract/posts.ts'
import type { SearchResults } from '../../../contract/search.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findByWords, findSimilar } from '../../platform/db/search-index.ts'
import { searchProducts, searchSimilarProducts } from '../../shop/products/products.repo.ts'
import { readSummaries } from '../posts/posts-read.repo.ts'

/** Posts and products for a term, best first; if there are none, those with similar words. */
export async function search(db: Db, term: string, now: string): Promise<SearchResults> {
  const [posts, products] = await Promise.all([
    searchPosts(findByWords, db, term, now),
    searchProducts(db, term, SEARCH_RESULTS),
  ])
  if (posts.length > 0 || products.length > 0) return { posts, products }
  const [similarPosts, similarProducts] = await Promise.all([
    searchPosts(findSimilar, db, term, now),
    searchSimilarProducts(db, term, SEARCH_RESULTS),
  ])
  return { posts: similarPosts, products: similarProducts }
}

async function searchPosts(find: typeof findByWords, db: Db, term: string, now: string): Promise<PostSummary[]> {
  const where = sql`posts.published_at <= ${now} and posts.deleted_at is null`
  const ids = await find(db, 'posts', term, { limit: SEARCH_RESULTS, where })
  if (ids.length === 0) return []
  return (await readSummaries(db, ids)).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
