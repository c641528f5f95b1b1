import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'
import { TERM_MAX } from '../platform/limits.ts'
import { Product } from '../shop/products.ts'
import { PageHit } from './pages.ts'
import { PostSummary } from './posts.ts'

export const SearchQuery = z.object({
  q: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, 'Required'),
      z.maxLength(TERM_MAX, `Please search for at most ${TERM_MAX} characters`),
    ),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** An ingredient with a page. */
export const IngredientHit = z.object({ slug: z.string(), name: z.string(), inci: z.string(), summary: z.string() })
export type IngredientHit = z.infer<typeof IngredientHit>

export const RoutineHit = z.object({ slug: z.string(), name: z.string(), summary: z.string() })
export type RoutineHit = z.infer<typeof RoutineHit>

export const SearchResults = z.object({
  posts: z.array(PostSummary),
  products: z.array(Product),
  /** Absent if no page was found. */
  pages: z.optional(z.array(PageHit)),
  /** Absent if no ingredient was found. */
  ingredients: z.optional(z.array(IngredientHit)),
  /** Absent if no routine was found. */
  routines: z.optional(z.array(RoutineHit)),
  /** The term that was searched for instead, where nothing had the term as it was spelled. */
  corrected: z.optional(z.string()),
})
export type SearchResults = z.infer<typeof SearchResults>

export const search = publicRead('/search', {
  summary:
    'Published posts and pages, active products, ingredients and routines for a term, best first; a typo is forgiven',
  query: SearchQuery,
  dependsOn: ['posts', 'pages', 'categories', 'products', 'ingredients', 'routines', 'images', 'settings'],
  responses: { 200: json('What was found', SearchResults) },
})
