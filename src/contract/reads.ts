import type { Author, User } from './auth.ts'
import type { Category } from './categories.ts'
import type { Page } from './paths.ts'
import type { Post, PostListQuery, PostSummary } from './posts.ts'
import type { Product, ProductListQuery } from './products.ts'
import type { SearchResults } from './search.ts'
import type { Site } from './site.ts'

/**
 * Everything a public page reads. The server answers it from the database, for its API and, without a network hop, for
 * the renderer; the browser answers it with `fetch`. Undefined means that there is no such thing (404).
 */
export type Reads = {
  site(): Promise<Site>
  categories(): Promise<Category[]>
  category(slugOrId: string): Promise<Category | undefined>
  posts(query: PostListQuery): Promise<Page<PostSummary>>
  post(slug: string): Promise<Post | undefined>
  postsInCategory(categoryId: number): Promise<PostSummary[]>
  products(query: ProductListQuery): Promise<Page<Product>>
  /** The distinct categories of active products, by name. */
  productCategories(): Promise<string[]>
  search(term: string): Promise<SearchResults>
  author(id: number): Promise<Author | undefined>
  /** Undefined where nobody is signed in; always so while a page is rendered, since pages are shared. */
  user(): Promise<User | undefined>
}
