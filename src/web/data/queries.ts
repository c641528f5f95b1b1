import { QueryClient, queryOptions } from '@tanstack/react-query'
import { findSignedInUser, type User } from '../../contract/accounts/auth.ts'
import { findSite } from '../../contract/accounts/site.ts'
import { findCategory, listCategories } from '../../contract/content/categories.ts'
import { findPage } from '../../contract/content/pages.ts'
import { findPost, listPosts, listPostsInCategory } from '../../contract/content/post-endpoints.ts'
import type { Post, PostListQuery } from '../../contract/content/posts.ts'
import { search } from '../../contract/content/search.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { RELATED_POSTS } from '../../contract/platform/limits.ts'
import { listProductCategories, listProducts } from '../../contract/shop/product-endpoints.ts'
import type { ProductListQuery } from '../../contract/shop/products.ts'
import { POST_BODY } from '../lib/served-body.ts'
import { ApiError } from './api.ts'
import {
  toAboutSettings,
  toArticle,
  toAuthor,
  toCards,
  toCarriedSettings,
  toCategoryNames,
  toCategoryTiles,
  toHomeSettings,
  toPostCards,
  toProductCards,
  toSearchCards,
} from './page-data.ts'

const none: never[] = []

export type Queries = ReturnType<typeof createQueries>

/** The tags by which services recognise the site. Only the server renders them: the state of the page has none. */
export function verificationTagsQuery({ read }: { read: Read }) {
  return queryOptions({
    queryKey: ['/api/site', 'verification'],
    queryFn: async () => (await read(findSite)).verificationTags ?? none,
    meta: { isStatic: true },
  })
}

/** Every query of the public site, over HTTP or in process. Missing items are null, because query data cannot be undefined. */
export function createQueries(read: Read) {
  return {
    /** Serves queries that few pages need. */
    read,
    /** The settings that every page carries. */
    site: () => queryOptions({ queryKey: ['/api/site'], queryFn: async () => toCarriedSettings(await read(findSite)) }),
    home: () =>
      queryOptions({ queryKey: ['/api/site', 'home'], queryFn: async () => toHomeSettings(await read(findSite)) }),
    author: () =>
      queryOptions({ queryKey: ['/api/site', 'author'], queryFn: async () => toAuthor(await read(findSite)) }),
    about: () =>
      queryOptions({ queryKey: ['/api/site', 'about'], queryFn: async () => toAboutSettings(await read(findSite)) }),
    /** The names of the categories, which every page links. */
    categories: () =>
      queryOptions({
        queryKey: ['/api/categories'],
        queryFn: async () => toCategoryNames(await read(listCategories)),
      }),
    /** The categories with their pictures. */
    categoryTiles: () =>
      queryOptions({
        queryKey: ['/api/categories', { pictures: true }],
        queryFn: async () => toCategoryTiles(await read(listCategories)),
      }),
    category: (slugOrId: string) =>
      queryOptions({
        queryKey: ['/api/categories', slugOrId],
        queryFn: async () => (await read(findCategory, { params: { slugOrId } })) ?? null,
      }),
    posts: (query: PostListQuery) =>
      queryOptions({
        queryKey: ['/api/posts', query],
        queryFn: async () => toPostCards(await read(listPosts, { query })),
      }),
    post: (slug: string) =>
      queryOptions({
        queryKey: ['/api/posts', slug],
        queryFn: async () => {
          const post = await read(findPost, { params: { slug } })
          return post ? toArticle(post) : null
        },
        meta: {
          contentElement: POST_BODY,
          otherFields: ['questions', 'reviews', 'lists', 'contents'] satisfies (keyof Post)[],
        },
      }),
    page: (slug: string) =>
      queryOptions({
        queryKey: ['/api/pages', slug],
        queryFn: async () => (await read(findPage, { params: { slug } })) ?? null,
        meta: { contentElement: POST_BODY },
      }),
    /** Their part of the page is not hydrated (`KeptPart`). */
    postsInCategory: (categoryId: number) =>
      queryOptions({
        queryKey: ['/api/posts/category', categoryId],
        meta: { isStatic: true },
        // One more than is shown, since the post itself may be among them.
        queryFn: async () =>
          toCards(
            (await read(listPostsInCategory, { params: { id: categoryId }, query: { limit: RELATED_POSTS + 1 } })) ??
              none,
          ),
      }),
    products: (query: ProductListQuery) =>
      queryOptions({
        queryKey: ['/api/products', query],
        queryFn: async () => toProductCards(await read(listProducts, { query })),
      }),
    productCategories: () =>
      queryOptions({ queryKey: ['/api/product-categories'], queryFn: () => read(listProductCategories) }),
    search: (term: string) =>
      queryOptions({
        queryKey: ['/api/search', term],
        queryFn: async () => toSearchCards(await read(search, { query: { q: term } })),
        enabled: term !== '',
      }),
    user: () => queryOptions({ queryKey: ['/api/auth/user'], queryFn: () => readUser(read) }),
  }
}

/** Null without a session. */
function readUser(read: Read): Promise<User | null> {
  return read(findSignedInUser).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })
}

/** Defaults of the specification: fresh for 10 s, one retry, no refetch on a timer or on window focus. */
export function createQueryClient(where: 'server' | 'browser'): QueryClient {
  // Server rendering does not wait for a retry; the browser refetches.
  const retry = where === 'server' ? false : 1
  // Offline requests fail at once; by default they would be paused, leaving a form at 'Sending...'.
  const shared = { retry, retryDelay: 500, networkMode: 'always' } as const
  return new QueryClient({
    defaultOptions: {
      // A failed read is not retried on mount; otherwise hydration would replace the rendered error with a skeleton.
      queries: { ...shared, staleTime: 10_000, refetchOnWindowFocus: false, retryOnMount: false },
      mutations: shared,
    },
  })
}
