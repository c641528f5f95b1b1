import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'
import { EarningsSums } from '../shop/earnings.ts'

/** Amounts in minor units of one currency; `ordered` is what was bought, without what was taken back. */
const Sums = z.extend(EarningsSums, { ordered: z.number().check(z.int()) })

/** The earnings of one link of a newsletter. */
export const NewsletterPlacement = z.extend(Sums, {
  productId: z.nullable(z.number()),
  /** The name of the product; null for a link that is none of a product. */
  product: z.nullable(z.string()),
  /** How the link is shown, such as 'product box'. */
  position: z.string(),
})
export type NewsletterPlacement = z.infer<typeof NewsletterPlacement>

/** Lines that are listed by themselves; the sums hold all. */
export const NEWSLETTER_PLACEMENTS_MAX = 100

/** The earnings of a newsletter in one currency. */
export const NewsletterEarnings = z.extend(Sums, {
  currency: z.string(),
  /** The placements with the most commission, that first. */
  placements: z.array(NewsletterPlacement),
})
export type NewsletterEarnings = z.infer<typeof NewsletterEarnings>

export const listNewsletterEarnings = ownerRead('/newsletters/:id/earnings', {
  summary:
    'Orders, sales and commission of a newsletter by placement and currency; those of its page count for the page',
  notFound: 'Newsletter not found',
  responses: { 200: json('The sums, the currency with the most orders first', z.array(NewsletterEarnings)) },
})
