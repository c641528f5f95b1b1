import * as z from 'zod/mini'
import { ContentsEntry } from '../content/posts.ts'
import { json, publicRead } from '../platform/endpoint.ts'
import { PageQuery } from '../platform/lists.ts'
import { Slug } from '../platform/paths.ts'

/** A newsletter that was sent and has a page, as lists carry it. Merge fields are filled with their fallbacks. */
export const NewsletterPageSummary = z.object({
  id: z.number(),
  slug: z.string(),
  /** The subject. */
  title: z.string(),
  /** The preview text. */
  excerpt: z.string(),
  /** When sending began. */
  sentAt: z.string(),
  /** The words of its label; absent without one. */
  kicker: z.optional(z.string()),
})
export type NewsletterPageSummary = z.infer<typeof NewsletterPageSummary>

export const NewsletterPage = z.extend(NewsletterPageSummary, {
  /** The owner's own text above a post; an empty line begins a paragraph. */
  intro: z.string(),
  /** The body as HTML. */
  content: z.string(),
  contents: z.optional(z.array(ContentsEntry)),
  isIndexable: z.boolean(),
})
export type NewsletterPage = z.infer<typeof NewsletterPage>

export const listNewsletterPages = publicRead('/newsletter-pages', {
  summary: 'Newsletters of the newsletter that have a page, newest first',
  query: PageQuery,
  list: true,
  dependsOn: ['newsletters', 'posts', 'settings'],
  cacheable: true,
  responses: { 200: json('The newsletters', z.array(NewsletterPageSummary)) },
})

export const findNewsletterPage = publicRead('/newsletter-pages/:slug', {
  summary: 'The page of one newsletter, as it was sent',
  params: { slug: Slug },
  notFound: 'Newsletter not found',
  dependsOn: ['newsletters', 'posts', 'images', 'products', 'ingredients', 'routines', 'settings'],
  cacheable: true,
  responses: { 200: json('The newsletter', NewsletterPage) },
})
