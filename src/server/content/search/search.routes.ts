import { SEARCH_RESULTS } from '../../../contract/limits.ts'
import * as contract from '../../../contract/search.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { searchProducts, searchSimilarProducts } from '../../shop/products/products.repo.ts'
import { searchPosts, searchSimilarPosts } from '../posts/posts.repo.ts'

export function searchRoutes() {
  return [
    bind(contract.search, async ({ db, now, query: { q } }) => {
      const [posts, products] = await Promise.all([
        searchPosts(db, q, now, SEARCH_RESULTS),
        searchProducts(db, q, SEARCH_RESULTS),
      ])
      if (posts.length > 0 || products.length > 0) return { body: { posts, products } }
      return {
        body: {
          posts: await searchSimilarPosts(db, q, now, SEARCH_RESULTS),
          products: await searchSimilarProducts(db, q, SEARCH_RESULTS),
        },
      }
    }),
  ]
}
