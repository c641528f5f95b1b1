import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'

/** Articles that are suggested at most. */
export const LINK_TARGETS_MAX = 10
/** Published articles among which they are chosen, newest first. */
export const LINK_POOL = 1000

export const LinkTarget = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  /** Names of ingredients that both texts show or name, or that are key ingredients of their products; the rarest first. */
  ingredients: z.array(z.string()),
  /** How many products both texts show. */
  products: z.number(),
  /** Words of the title or a keyword of the article, as they stand in the text; null if none occur. */
  words: z.nullable(z.string()),
})
export type LinkTarget = z.infer<typeof LinkTarget>

export const listLinkTargets = ownerRead('/posts/:id/link-targets', {
  summary: `Published articles to which a post, with what is not published yet, does not link; those that share most with it, ${LINK_TARGETS_MAX} at most`,
  notFound: 'Post not found',
  responses: { 200: json('The articles, best first', z.array(LinkTarget)) },
})
