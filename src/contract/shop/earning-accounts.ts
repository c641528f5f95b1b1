import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { typed } from '../platform/text-fields.ts'

/** The networks whose sales can be fetched with an account's token. */
export const fetchedNetworks = ['awin', 'cj', 'impact'] as const
export const FetchedNetwork = z.enum(fetchedNetworks)
export type FetchedNetwork = z.infer<typeof FetchedNetwork>

/** An account at a network; its token never leaves the server. */
export const EarningAccount = z.object({
  network: FetchedNetwork,
  accountId: z.string(),
  /** When sales were last fetched, or an attempt failed. */
  triedAt: z.nullable(z.string()),
  /** Sales in the last successful fetch. */
  sales: z.nullable(z.number()),
  /** Why the last attempt failed, as a sentence. */
  error: z.nullable(z.string()),
  /** Fetched reports that wait for the owner, in the list of imports: they have a question, or could not be read. */
  waiting: z.number(),
})
export type EarningAccount = z.infer<typeof EarningAccount>

export const EarningAccountInput = z.object({
  accountId: z
    .string({ error: 'Please enter the ID of your account' })
    .check(typed(), z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'Please enter the ID of your account')),
  /** Empty to keep the stored one. */
  token: z._default(
    z
      .string('Invalid input')
      .check(typed(), z.regex(/^[\x21-\x7e]{0,400}$/, 'A token has neither blanks nor special characters')),
    '',
  ),
})
export type EarningAccountInput = z.infer<typeof EarningAccountInput>

const one = { params: { network: FetchedNetwork }, notFound: 'Account not found' } as const
const write = { idempotent: true, purges: [] } as const

export const listEarningAccounts = ownerRead('/earnings/accounts', {
  summary: 'The accounts from which sales are fetched each night, without their tokens',
  responses: { 200: json('The accounts', z.array(EarningAccount)) },
})

export const saveEarningAccount = ownerWrite('PUT', '/earnings/accounts/:network', {
  ...write,
  summary: 'Connect an account, or change its ID or its token',
  ...one,
  body: EarningAccountInput,
  audit: 'Connected the account at …',
  responses: { 200: json('Saved', EarningAccount) },
})

export const deleteEarningAccount = ownerWrite('DELETE', '/earnings/accounts/:network', {
  ...write,
  summary: 'Disconnect an account and delete its token; fetched sales stay',
  ...one,
  audit: 'Disconnected the account at …',
  responses: { 200: json('Disconnected', Empty) },
})
