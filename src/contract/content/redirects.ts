import * as z from 'zod/mini'
import { csv, Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { listQuery } from '../platform/lists.ts'
import { charactersUpTo, noNul, typed, wellFormed } from '../platform/text-fields.ts'
import { isOwnPath, isWebUrl } from '../platform/urls.ts'

/** Redirects of the owner at most. */
export const REDIRECTS_MAX = 5000
/** Lines of an imported file at most: each address is requested once. */
export const REDIRECT_LINES_MAX = 500
export const REDIRECT_FILE_MAX = 200_000
const ADDRESS_MAX = 1000

const address = (message: string) =>
  z.string({ error: 'Required' }).check(
    typed(),
    charactersUpTo(ADDRESS_MAX),
    noNul(),
    wellFormed(),
    z.refine((text) => isOwnPath(text) || isWebUrl(text), message),
  )

/** `from` is a path of this site, also written as a whole URL; `to` a path or a URL of another site. */
export const RedirectInput = z.object({
  from: address('Please enter a path of this site, such as /2019/05/my-routine/'),
  to: address('Please enter a path, such as /blog/my-routine, or an address that begins with https://'),
})
export type RedirectInput = z.infer<typeof RedirectInput>

/** 'rename': made by itself when something got another slug, and not to be edited. */
export const RedirectOrigin = z.enum(['hand', 'rename'])

export const Redirect = z.object({
  /** Unique among those of one origin. */
  id: z.number(),
  from: z.string(),
  to: z.string(),
  origin: RedirectOrigin,
  /** Responses of this server: a browser or a cache in front of it that remembers a redirect requests it once. */
  hits: z.number(),
  lastHitAt: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Redirect = z.infer<typeof Redirect>

export const RedirectQuery = listQuery(['createdAt', 'from', 'to', 'hits', 'lastHitAt'], {
  origin: z.optional(RedirectOrigin),
})
export type RedirectQuery = z.infer<typeof RedirectQuery>

/** A line of a file with what is wrong with it. */
export const RedirectLine = z.object({
  line: z.number(),
  from: z.string(),
  to: z.string(),
  problem: z.nullable(z.string()),
})
export type RedirectLine = z.infer<typeof RedirectLine>

export const RedirectFile = z.object({
  csv: z
    .string({ error: 'Required' })
    .check(z.minLength(1, 'Please choose a file'), z.maxLength(REDIRECT_FILE_MAX, 'This file is too large'), noNul()),
  isDryRun: z.boolean({ error: 'Required' }),
})

const notFound = 'Redirect not found'
const rejected = failure('An address breaks a rule (see `issues`)')
/** Neither redirects nor missing pages are cached. */
const write = { idempotent: true, purges: [] } as const

export const findRedirect = publicRead('/redirects/target', {
  summary: 'Where the owner’s redirect of an address leads',
  rateLimit: 'redirect',
  query: z.object({ address: z.string().check(charactersUpTo(4000), noNul()) }),
  dependsOn: [],
  responses: {
    200: json(
      'The target, or null; `isExact` if the query of the address chose it',
      z.object({ to: z.nullable(z.string()), isExact: z.boolean() }),
    ),
  },
})

export const listRedirects = ownerRead('/redirects', {
  summary: 'Redirects by hand and of renames, newest first',
  query: RedirectQuery,
  list: true,
  responses: { 200: json('The redirects', z.array(Redirect)) },
})

export const exportRedirects = ownerRead('/redirects.csv', {
  summary: 'The same as a table, all pages of it',
  audit: 'Downloaded redirects',
  query: RedirectQuery,
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const createRedirect = ownerWrite('POST', '/redirects', {
  ...write,
  summary: 'Redirect an address; a target that is redirected itself is replaced by where it leads',
  body: RedirectInput,
  audit: 'Redirected “…”',
  responses: { 201: json('Created', Redirect), 422: rejected },
})

export const saveRedirect = ownerWrite('PUT', '/redirects/:id', {
  ...write,
  summary: 'Change a redirect by hand',
  body: RedirectInput,
  notFound,
  audit: 'Changed the redirect of “…”',
  responses: { 200: json('Saved', Redirect), 422: rejected },
})

export const removeRedirect = ownerWrite('DELETE', '/redirects/:id', {
  ...write,
  summary: 'Delete a redirect by hand',
  notFound,
  audit: 'Deleted the redirect of “…”',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreRedirect = ownerWrite('POST', '/redirects/:id/restore', {
  ...write,
  summary: 'Undo the deletion of a redirect',
  notFound,
  audit: 'Brought back the redirect of “…”',
  responses: { 200: json('Restored', Empty), 409: failure('A rule forbids it by now') },
})

export const importRedirects = ownerWrite('POST', '/redirects/import', {
  ...write,
  bodyMax: 2 * REDIRECT_FILE_MAX,
  summary: 'Import the lines of a CSV file (from,to) that have no problem; a dry run only checks them',
  body: RedirectFile,
  audit: 'Read a file of redirects: …',
  responses: {
    200: json('How many were added, and all lines', z.object({ added: z.number(), lines: z.array(RedirectLine) })),
  },
})
