import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { listQuery } from '../platform/lists.ts'
import { charactersUpTo, noNul } from '../platform/text-fields.ts'

/** An address of the site that readers requested and that has no page. */
export const MissingPage = z.object({
  id: z.number(),
  /** In the form of `redirect-address.ts`, so that a redirect of it is found. */
  address: z.string(),
  hits: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** The page whose link was followed last: a path of this site, or a URL without query; '' if unknown. */
  referrer: z.string(),
})
export type MissingPage = z.infer<typeof MissingPage>

export const MissingPageQuery = listQuery(['hits', 'lastAt', 'address'], {
  /** 'ignored': those that the owner has put aside. */
  show: z.optional(z.enum(['ignored'])),
})
export type MissingPageQuery = z.infer<typeof MissingPageQuery>

/** A page that may be meant by an address. */
export const TargetSuggestion = z.object({ to: z.string(), title: z.string() })
export type TargetSuggestion = z.infer<typeof TargetSuggestion>

const notFound = 'Address not found'
/** No page shows them. */
const write = { idempotent: true, purges: [] } as const

export const listMissingPages = ownerRead('/redirects/missing', {
  summary: 'Addresses without a page that readers requested, most requested first',
  query: MissingPageQuery,
  list: true,
  responses: { 200: json('The addresses', z.array(MissingPage)) },
})

export const suggestTarget = ownerRead('/redirects/missing/target', {
  summary: 'The page whose address is most similar to one without a page',
  query: z.object({ address: z.string().check(charactersUpTo(1000), noNul()) }),
  responses: { 200: json('The page, or null if none is similar', z.object({ found: z.nullable(TargetSuggestion) })) },
})

export const ignoreMissingPage = ownerWrite('POST', '/redirects/missing/:id/ignore', {
  ...write,
  summary: 'Leave an address without a page out of the list, also if it is requested again',
  notFound,
  audit: 'Ignored the missing address “…”',
  responses: { 200: json('Ignored', Empty) },
})

export const watchMissingPage = ownerWrite('POST', '/redirects/missing/:id/watch', {
  ...write,
  summary: 'List an ignored address again',
  notFound,
  audit: 'Stopped ignoring the missing address “…”',
  responses: { 200: json('Listed', Empty) },
})
