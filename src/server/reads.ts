import { LIST_MAX, SEARCH_RESULTS } from '../contract/limits.ts'
import type { Reads } from '../contract/reads.ts'
import { findCategory, listCategories } from './categories/categories.repo.ts'
import type { Db } from './db/schema.ts'
import { findPostBySlug, listPosts, searchPosts, searchSimilarPosts } from './posts/posts.repo.ts'
import { listProductCategories, listProducts, searchProducts, searchSimilarProducts } from './products/products.repo.ts'
import { readSite } from './settings/settings.repo.ts'
import { findAuthor } from './users/users.repo.ts'

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
    post: (slug) => findPostBySlug(db, slug, now()),
    postsInCategory: async (categoryId) => (await listPosts(db, { now: now(), limit: LIST_MAX, categoryId })).items,
    products: ({ limit = LIST_MAX, page, category }) => listProducts(db, { limit, page, category }),
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
