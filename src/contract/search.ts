import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { TERM_MAX } from './limits.ts'
import { PostSummary } from './posts.ts'
import { Product } from './products.ts'

export const SearchQuery = z.object({
  q: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.minLength(1, 'Required'),
      z.maxLength(TERM_MAX, `Please search for at most ${TERM_MAX} characters`),
    ),
})
export type SearchQuery = z.infer<typeof SearchQuery>

export const SearchResults = z.object({ posts: z.array(PostSummary), products: z.array(Product) })
export type SearchResults = z.infer<typeof SearchResults>

export const search = endpoint({
  method: 'GET',
  path: '/search',
  access: 'public',
  summary: 'Published posts and active products for a term, best first; a typo is forgiven',
  query: SearchQuery,
  dependsOn: ['posts', 'categories', 'products', 'images'],
  responses: { 200: json('What was found', SearchResults) },
})
