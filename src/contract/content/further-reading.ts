import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'
import { PostSummary } from './posts.ts'

/** Products, and ingredients, that an article names at its end at most. */
export const MENTIONS_MAX = 12

/** A page of a product or an ingredient. */
export const Mention = z.object({ name: z.string(), href: z.string() })
export type Mention = z.infer<typeof Mention>

/** The content below an article. */
export const FurtherReading = z.object({
  /** The next older post of the category, else of all, that is not among its related articles. */
  next: z.nullable(PostSummary),
  products: z.array(Mention),
  ingredients: z.array(Mention),
})
export type FurtherReading = z.infer<typeof FurtherReading>

export const findFurtherReading = publicRead('/posts/:id/further-reading', {
  summary: 'The next article after a published post, and the products and ingredients that it mentions',
  notFound: 'Post not found',
  dependsOn: ['posts', 'categories', 'images', 'products', 'ingredients', 'settings'],
  cacheable: true,
  responses: { 200: json('What stands below the article', FurtherReading) },
})
