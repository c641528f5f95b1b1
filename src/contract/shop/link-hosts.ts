import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, typed } from '../platform/text-fields.ts'

/** Hosts whose links do not earn. */
export const UNPAID_HOSTS_MAX = 500

/** As `linkHostOf` returns it. */
const Host = z
  .string({ error: 'Required' })
  .check(
    typed(),
    z.toLowerCase(),
    charactersUpTo(253),
    z.regex(/^(?=.*\.)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'Please enter a host such as shop.example'),
  )

export const LinkHosts = z.object({
  /** Hosts of products and of programs that the owner has saved. */
  earning: z.array(z.string()),
  /** Hosts whose links do not earn, as the owner has said. */
  unpaid: z.array(z.string()),
})
export type LinkHosts = z.infer<typeof LinkHosts>

/** Every page with links. */
const linking = ['posts', 'pages', 'products', 'routines', 'ingredients', 'settings'] as const

export const listLinkHosts = ownerRead('/programs/hosts', {
  summary: 'The hosts of which is known whether links to them earn',
  responses: { 200: json('The hosts', LinkHosts) },
})

export const stateLinkHost = ownerWrite('POST', '/programs/hosts', {
  summary: 'Say whether links to a host earn. Those that do make a program; the others are links like any other',
  body: z.object({ host: Host, earns: z.boolean('Please say whether the links earn') }),
  idempotent: true,
  purges: linking,
  softPurge: true,
  audit: 'Said whether links earn: …',
  responses: {
    200: json('The hosts from now on', LinkHosts),
    409: failure('A program says that its links earn, or there are too many hosts'),
  },
})

export const deleteUnpaidHost = ownerWrite('DELETE', '/programs/hosts/:host', {
  summary: 'Ask again whether links to a host earn',
  params: { host: Host },
  idempotent: true,
  notFound: 'This host was not said to earn nothing',
  purges: linking,
  audit: 'Took back who does not earn: …',
  responses: { 200: json('Asked again', Empty) },
})
