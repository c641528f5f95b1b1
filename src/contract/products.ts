import * as z from 'zod/mini'
import { LIST_MAX } from './limits.ts'
import { PageNumber } from './paths.ts'
import { Picture } from './pictures.ts'
import { noNul } from './text-fields.ts'

/** `price` is a decimal with two digits, in `currency` (ISO 4217). */
export const Product = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string(),
  price: z.string(),
  currency: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string(),
  affiliateLink: z.string(),
  isActive: z.boolean(),
  picture: z.nullable(Picture),
})
export type Product = z.infer<typeof Product>

/** What `GET /api/products` reads from its address. */
export const ProductListQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  page: z.optional(PageNumber),
  category: z.optional(z.string().check(z.minLength(1), z.maxLength(100), noNul())),
})
export type ProductListQuery = z.infer<typeof ProductListQuery>
