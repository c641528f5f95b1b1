import { QueryClient, queryOptions } from '@tanstack/react-query'
import { findSignedInUser, type User } from '../../contract/auth.ts'
import { findCategory, listCategories } from '../../contract/categories.ts'
import type { Read } from '../../contract/endpoint.ts'
import { findPost, listPosts, listPostsInCategory, type PostListQuery } from '../../contract/posts.ts'
import { listProductCategories, listProducts, type ProductListQuery } from '../../contract/products.ts'
import { search } from '../../contract/search.ts'
import { findSite } from '../../contract/site.ts'
import { POST_BODY } from '../lib/page-state.ts'
import { ApiError } from './api.ts'

export type Queries = ReturnType<typeof createQueries>

/** Every query of the site, over HTTP or in process. A missing thing is null: a query may not hold undefined. */
export function createQueries(read: Read) {
  return {
    site: () => queryOptions({ queryKey: ['/api/site'], queryFn: () => read(findSite) }),
    categories: () => queryOptions({ queryKey: ['/api/categories'], queryFn: () => read(listCategories) }),
    category: (slugOrId: string) =>
      queryOptions({
        queryKey: ['/api/categories', slugOrId],
        queryFn: async () => (await read(findCategory, { params: { slugOrId } })) ?? null,
      }),
    posts: (query: PostListQuery) =>
      queryOptions({ queryKey: ['/api/posts', query], queryFn: () => read(listPosts, { query }) }),
    post: (slug: string) =>
      queryOptions({
        queryKey: ['/api/posts', slug],
        queryFn: async () => (await read(findPost, { params: { slug } })) ?? null,
        meta: { contentElement: POST_BODY },
      }),
    postsInCategory: (categoryId: number) =>
      queryOptions({
        queryKey: ['/api/posts/category', categoryId],
        queryFn: async () => (await read(listPostsInCategory, { params: { id: categoryId } })) ?? [],
      }),
    products: (query: ProductListQuery) =>
      queryOptions({ queryKey: ['/api/products', query], queryFn: () => read(listProducts, { query }) }),
    productCategories: () =>
      queryOptions({ queryKey: ['/api/product-categories'], queryFn: () => read(listProductCategories) }),
    search: (term: string) =>
      queryOptions({
        queryKey: ['/api/search', term],
        queryFn: () => read(search, { query: { q: term } }),
        enabled: term !== '',
      }),
    user: () => queryOptions({ queryKey: ['/api/auth/user'], queryFn: () => readUser(read) }),
  }
}

/** Null where no one is signed in. */
function readUser(read: Read): Promise<User | null> {
  return read(findSignedInUser).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })
}

/** Fresh for 10 s, one retry for reads and writes, nothing on a timer or on window focus, as the specification says. */
export function createQueryClient(where: 'server' | 'browser'): QueryClient {
  // A page being rendered does not wait a second for a retry; the browser asks again by itself.
  const retry = where === 'server' ? false : 1
  // Offline, a request fails and says so; by default it would wait, with the form on 'Sending...', for a network.
  const shared = { retry, retryDelay: 500, networkMode: 'always' } as const
  return new QueryClient({
    defaultOptions: {
      // A failed read keeps its message until the next navigation asks again; otherwise hydration would show a skeleton
      // where the server's page shows the message.
      queries: { ...shared, staleTime: 10_000, refetchOnWindowFocus: false, retryOnMount: false },
      mutations: shared,
    },
  })
}
