import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { PostListQuery } from '../../contract/posts.ts'
import type { ProductListQuery } from '../../contract/products.ts'
import type { Reads } from '../../contract/reads.ts'

export type Queries = ReturnType<typeof createQueries>

/** Every query of the site over either half of `Reads`. A missing thing is null: a query may not hold undefined. */
export function createQueries(reads: Reads) {
  return {
    site: () => queryOptions({ queryKey: ['/api/site'], queryFn: () => reads.site() }),
    categories: () => queryOptions({ queryKey: ['/api/categories'], queryFn: () => reads.categories() }),
    category: (slugOrId: string) =>
      queryOptions({
        queryKey: ['/api/categories', slugOrId],
        queryFn: async () => (await reads.category(slugOrId)) ?? null,
      }),
    posts: (query: PostListQuery) =>
      queryOptions({ queryKey: ['/api/posts', query], queryFn: () => reads.posts(query) }),
    post: (slug: string) =>
      queryOptions({ queryKey: ['/api/posts', slug], queryFn: async () => (await reads.post(slug)) ?? null }),
    postsInCategory: (categoryId: number) =>
      queryOptions({
        queryKey: ['/api/posts/category', categoryId],
        queryFn: () => reads.postsInCategory(categoryId),
      }),
    products: (query: ProductListQuery) =>
      queryOptions({ queryKey: ['/api/products', query], queryFn: () => reads.products(query) }),
    productCategories: () =>
      queryOptions({ queryKey: ['/api/product-categories'], queryFn: () => reads.productCategories() }),
    search: (term: string) =>
      queryOptions({ queryKey: ['/api/search', term], queryFn: () => reads.search(term), enabled: term !== '' }),
    user: () => queryOptions({ queryKey: ['/api/auth/user'], queryFn: async () => (await reads.user()) ?? null }),
  }
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
