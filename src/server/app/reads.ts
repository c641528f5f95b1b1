import type { CacheTag } from '../../contract/endpoint.ts'
import { LIST_MAX, SEARCH_RESULTS } from '../../contract/limits.ts'
import type { Reads } from '../../contract/reads.ts'
import { readSite } from '../accounts/settings/settings.repo.ts'
import { findAuthor } from '../accounts/users/users.repo.ts'
import { findCategory, listCategories } from '../content/categories/categories.repo.ts'
import { listPosts, searchPosts, searchSimilarPosts } from '../content/posts/posts.repo.ts'
import { findPublishedPost } from '../content/posts/published-posts.repo.ts'
import type { Db } from '../platform/db/schema.ts'
import {
  activeProducts,
  listProductCategories,
  searchProducts,
  searchSimilarProducts,
} from '../shop/products/products.repo.ts'

export type ReadsOptions = {
  db: Db
  /** The absolute base of the site's addresses, without a slash at its end. */
  origin: string
  clock: () => Date
}

/** What public pages and the public API read; the server's half of `Reads`. Nothing that is not published is in it. */
export function createReads({ db, origin, clock }: ReadsOptions): Reads {
  const now = () => clock().toISOString()
  return {
    site: () => readSite(db, origin),
    categories: () => listCategories(db),
    category: (slugOrId) => findCategory(db, slugOrId),
    posts: ({ limit = LIST_MAX, page, category, featured }) =>
      listPosts(db, {
        now: now(),
        limit,
        page,
        categorySlug: category,
        isFeatured: featured === 'true' ? true : undefined,
      }),
    post: (slug) => findPublishedPost(db, slug, now()),
    postsInCategory: async (categoryId) => (await listPosts(db, { now: now(), limit: LIST_MAX, categoryId })).items,
    products: (query) => activeProducts.page(db, query),
    productCategories: () => listProductCategories(db),
    search: async (term) => {
      const [posts, products] = await Promise.all([
        searchPosts(db, term, now(), SEARCH_RESULTS),
        searchProducts(db, term, SEARCH_RESULTS),
      ])
      if (posts.length > 0 || products.length > 0) return { posts, products }
      return {
        posts: await searchSimilarPosts(db, term, now(), SEARCH_RESULTS),
        products: await searchSimilarProducts(db, term, SEARCH_RESULTS),
      }
    },
    author: (id) => findAuthor(db, id),
    user: async () => undefined,
  }
}

/** Owner's nouns that no public page shows. */
const uncachedNouns = new Set([
  'contacts',
  'subscribers',
  'mails',
  'analytics',
  'conversion-networks',
  'backups',
  'jobs',
  'personal-data',
  'audit',
])

const everything: CacheTag[] = ['posts', 'categories', 'products', 'images', 'settings', 'users']

/** The tags that a write to this path of the API purges; all of them for a path that is not known here. */
export function tagsOf(path: string): CacheTag[] {
  const noun = /^\/api\/([\w-]+)/.exec(path)?.[1] ?? ''
  if (uncachedNouns.has(noun)) return []
  if (noun === 'auth') return ['users']
  const tag = everything.find((each) => each === noun)
  return tag ? [tag] : everything
}
