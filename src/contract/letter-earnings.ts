import * as z from 'zod/mini'
import { EarningsSums } from './earnings.ts'
import { endpoint, json } from './endpoint.ts'
import { Id } from './paths.ts'

/** What a letter earned in one currency, in minor units. */
export const LetterEarnings = z.extend(EarningsSums, { currency: z.string() })
export type LetterEarnings = z.infer<typeof LetterEarnings>

export const listLetterEarnings = endpoint({
  method: 'GET',
  path: '/letters/:id/earnings',
  access: 'owner',
  summary:
    'Orders and commission by the affiliate links of a letter, by currency; those of its page count for the page',
  params: { id: Id },
  notFound: 'Letter not found',
  responses: { 200: json('The sums, the currency with the most orders first', z.array(LetterEarnings)) },
})
