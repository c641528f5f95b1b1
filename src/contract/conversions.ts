import * as z from 'zod/mini'
import { LinkId } from './analytics.ts'
import { Id } from './paths.ts'
import { PRICE_MAX, toMinorUnits } from './prices.ts'
import { line } from './text-fields.ts'

const problem = 'Please write an amount such as 12.50'

const Revenue = z.union([z.number(), z.string()], { error: problem }).check(
  z.refine((amount) => /^\d{1,9}(?:\.\d{1,2})?$/.test(String(amount).trim()), problem),
  z.refine((amount) => !(Number(amount) > PRICE_MAX), 'Please write an amount of at most 1000000'),
)

/** The revenue of a parsed input in whole cents. */
export function centsOf(revenue: number | string): number {
  return toMinorUnits(String(revenue).trim())
}

const ConversionId = z
  .string({ error: 'Invalid input' })
  .check(z.trim(), z.minLength(1, 'Required'), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/, 'Invalid input'))

/** All revenue is counted in the site's currency; what is in another is refused, not added up. */
const Currency = z
  .string({ error: 'Invalid input' })
  .check(z.regex(/^[A-Z]{3}$/, 'Please use the code of a currency, such as USD'))

/** A sale that a link has led to. */
export const ConversionInput = z.object({
  linkId: LinkId,
  revenue: Revenue,
  /** The network's own name for it: the same again is counted once. */
  conversionId: z.optional(z.nullable(ConversionId)),
  productId: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)))),
  currency: z.optional(Currency),
})
export type ConversionInput = z.infer<typeof ConversionInput>

/**
 * The same as an address, for networks that can do no more than open one. It must carry the network's name for the
 * conversion, since an address is opened again as soon as an answer is lost.
 */
export const PostbackQuery = z.object({
  secret: z.string({ error: 'Required' }).check(z.maxLength(200)),
  linkId: LinkId,
  revenue: Revenue,
  conversionId: z.pipe(z.string({ error: 'Required' }), ConversionId),
  productId: z.optional(Id),
  currency: z.optional(Currency),
})

export const ConversionResponse = z.object({
  id: z.number(),
  /** False where it had been counted before. */
  isNew: z.boolean(),
})
export type ConversionResponse = z.infer<typeof ConversionResponse>

/** Who may report conversions: an affiliate network or shop. */
export const ConversionNetwork = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  /** When it last reported a conversion. */
  usedAt: z.nullable(z.string()),
})
export type ConversionNetwork = z.infer<typeof ConversionNetwork>

export const NetworkInput = z.object({ name: line(2, 80, 'Name must be at least 2 characters') })
export type NetworkInput = z.infer<typeof NetworkInput>

/** The secret is shown this once. */
export const NewNetwork = z.extend(ConversionNetwork, { secret: z.string() })
export type NewNetwork = z.infer<typeof NewNetwork>
