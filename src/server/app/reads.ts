import { LIST_MAX, SEARCH_RESULTS } from '../../contract/limits.ts'
import type { Reads } from '../../contract/reads.ts'
import { readSite } from '../accounts/settings/settings.repo.ts'
import { findAuthor } from '../accounts/users/users.repo.ts'
import { findCategory, listCategories } from '../content/categories/categories.repo.ts'
import { listPosts, searchPosts, searchSimilarPosts } from '../content/posts/posts.repo.ts'
import { findPublishedPost } from '../content/posts/published-posts.repo.ts'
import type { Db } from '../platform/db/schema.ts'
import {
  listProductCategories,
  listProducts,
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

/** What each read looks at; a change of any of them changes its answer. */
const dependsOn: Record<keyof Reads, readonly string[]> = {
  site: ['settings', 'images', 'users'],
  categories: ['categories', 'images'],
  category: ['categories', 'images'],
  posts: ['posts', 'categories', 'images'],
  post: ['posts', 'categories', 'images', 'products'],
  postsInCategory: ['posts', 'categories', 'images'],
  products: ['products', 'images'],
  productCategories: ['products'],
  search: ['posts', 'categories', 'products', 'images'],
  author: ['users', 'images'],
  user: [],
}

/** `reads` that notes what is looked at through it, so that a page knows what it was made of. */
export function recordReads(reads: Reads): { reads: Reads; tags: ReadonlySet<string> } {
  const tags = new Set<string>()
  const recording = new Proxy(reads, {
    get(target, name: keyof Reads) {
      for (const noun of dependsOn[name] ?? []) tags.add(noun)
      return target[name]
    },
  })
  return { reads: recording, tags }
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

/**
 * What public pages are made of that a write to this path of the API changes: a noun, nothing (undefined), or, for a
 * path that is not known here, everything ('').
 */
export function tagForPath(path: string): string | undefined {
  const noun = /^\/api\/([\w-]+)/.exec(path)?.[1] ?? ''
  if (uncachedNouns.has(noun)) return undefined
  if (noun === 'auth') return 'users'
  return ['posts', 'products', 'categories', 'images', 'settings'].includes(noun) ? noun : ''
}
