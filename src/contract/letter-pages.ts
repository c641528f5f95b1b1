import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { PageQuery } from './lists.ts'
import { Slug } from './paths.ts'
import { ContentsEntry } from './posts.ts'

/** A letter that was sent and has a page, as lists carry it. Merge fields are filled with their fallbacks. */
export const LetterPageSummary = z.object({
  id: z.number(),
  slug: z.string(),
  /** The subject. */
  title: z.string(),
  /** The preview text. */
  excerpt: z.string(),
  /** When sending began. */
  sentAt: z.string(),
})
export type LetterPageSummary = z.infer<typeof LetterPageSummary>

export const LetterPage = z.extend(LetterPageSummary, {
  /** The owner's own text above a post; an empty line begins a paragraph. */
  intro: z.string(),
  /** The body as HTML. */
  content: z.string(),
  contents: z.optional(z.array(ContentsEntry)),
  isIndexable: z.boolean(),
})
export type LetterPage = z.infer<typeof LetterPage>

export const listLetterPages = endpoint({
  method: 'GET',
  path: '/letter-pages',
  access: 'public',
  summary: 'Letters of the newsletter that have a page, newest first',
  query: PageQuery,
  list: true,
  dependsOn: ['letters', 'posts'],
  cacheable: true,
  responses: { 200: json('The letters', z.array(LetterPageSummary)) },
})

export const findLetterPage = endpoint({
  method: 'GET',
  path: '/letter-pages/:slug',
  access: 'public',
  summary: 'The page of one letter, as it was sent',
  params: { slug: Slug },
  notFound: 'Letter not found',
  dependsOn: ['letters', 'posts', 'images', 'products', 'ingredients', 'routines'],
  cacheable: true,
  responses: { 200: json('The letter', LetterPage) },
})
