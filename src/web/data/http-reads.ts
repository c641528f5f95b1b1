import type { Reads } from '../../contract/reads.ts'
import { ApiError, findJson, getJson, getPage, withQuery } from './api.ts'

const segment = encodeURIComponent

/** What pages read, over HTTP; the browser's half of `Reads`. */
export const httpReads: Reads = {
  site: () => getJson('/api/site'),
  categories: () => getJson('/api/categories'),
  category: (slugOrId) => findJson(`/api/categories/${segment(slugOrId)}`),
  posts: (query) => getPage(withQuery('/api/posts', query)),
  post: (slug) => findJson(`/api/posts/${segment(slug)}`),
  postsInCategory: (categoryId) => getJson(`/api/posts/category/${categoryId}`),
  products: (query) => getPage(withQuery('/api/products', query)),
  productCategories: () => getJson('/api/product-categories'),
  search: (term) => getJson(withQuery('/api/search', { q: term })),
  author: (id) => findJson(`/api/users/${id}`),
  user: () =>
    getJson<Awaited<ReturnType<Reads['user']>>>('/api/auth/user').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined
      throw error
    }),
}
