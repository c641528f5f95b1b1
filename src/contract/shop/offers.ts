import * as z from 'zod/mini'

/** The words that stand at a link to a shop where they are not a price and 'Shop Now'. */
export const OfferWords = z.object({
  /** In place of a price that is not shown. */
  instead: z.optional(z.string()),
  button: z.optional(z.string()),
})
export type OfferWords = z.infer<typeof OfferWords>
