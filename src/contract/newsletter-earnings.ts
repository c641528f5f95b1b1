import * as z from 'zod/mini'
import { EarningsSums } from './earnings.ts'
import { endpoint, json } from './endpoint.ts'
import { Id } from './paths.ts'

/** What a newsletter earned in one currency, in minor units. */
export const NewsletterEarnings = z.extend(EarningsSums, { currency: z.string() })
export type NewsletterEarnings = z.infer<typeof NewsletterEarnings>

export const listNewsletterEarnings = endpoint({
  method: 'GET',
  path: '/newsletters/:id/earnings',
  access: 'owner',
  summary:
    'Orders and commission by the affiliate links of a newsletter, by currency; those of its page count for the page',
  params: { id: Id },
  notFound: 'Newsletter not found',
  responses: { 200: json('The sums, the currency with the most orders first', z.array(NewsletterEarnings)) },
})
