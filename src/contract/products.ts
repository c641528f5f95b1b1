import * as z from 'zod/mini'
import { LIST_MAX } from './limits.ts'
import { listQuery } from './lists.ts'
import { PageNumber } from './paths.ts'
import { Picture } from './pictures.ts'
import { currencyFault, priceFault, toDecimal, toMinorUnits } from './prices.ts'
import { line, noNul, sentence } from './text-fields.ts'

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

const categoryFilter = z.optional(z.string().check(z.minLength(1), z.maxLength(100), noNul()))

/** What `GET /api/products` reads from its address. */
export const ProductListQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  page: z.optional(PageNumber),
  category: categoryFilter,
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

const ProductStatus = z.enum(['all', 'active', 'inactive'])

/** What `GET /api/products` reads when the owner asks with a `status`. */
export const OwnerProductListQuery = listQuery(['position', 'name', 'price', 'category', 'updatedAt'], {
  status: ProductStatus,
  category: categoryFilter,
})
export type OwnerProductListQuery = z.infer<typeof OwnerProductListQuery>

/** The same filters for the file; all products where none is named. */
export const ProductExportQuery = z.extend(OwnerProductListQuery, { status: z._default(ProductStatus, 'all') })

/** `GET /api/product-categories` with it names the categories of all products, to the owner. */
export const ProductCategoriesQuery = z.object({ status: z.optional(z.literal('all')) })

/** A product as its owner has it: `version` counts its saves, `position` its place in the shop, from 1. */
export const OwnerProduct = z.extend(Product, {
  position: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OwnerProduct = z.infer<typeof OwnerProduct>

const isWebAddress = (text: string) => /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text)
const isImageAddress = (text: string) => isWebAddress(text) || /^\/(?!\/)[^\s\\]*$/.test(text)

function text(max: number) {
  return z
    .string('Invalid input')
    .check(z.trim(), z.maxLength(max, `Please keep this under ${max} characters`), noNul())
}

/** A product as the owner sends it. */
export const ProductInput = z.object({
  name: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(200, 'Please keep this under 200 characters'),
      noNul(),
    ),
  category: line(1, 100, 'Please enter a category'),
  price: z.pipe(
    z.string({ error: 'Required' }).check(z.trim(), sentence(priceFault)),
    z.transform((price: string) => toDecimal(toMinorUnits(price))),
  ),
  currency: z._default(z.string('Invalid input').check(z.trim(), z.toUpperCase(), sentence(currencyFault)), 'USD'),
  imageUrl: z._default(
    text(2000).check(
      z.refine(
        (address) => address === '' || isImageAddress(address),
        'Use an image of the media library or an address with https://',
      ),
    ),
    '',
  ),
  imageAlt: z._default(text(500), ''),
  affiliateLink: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.maxLength(2000, 'Please keep this under 2000 characters'),
      z.refine(isWebAddress, 'Please enter a link that begins with http:// or https://'),
    ),
  isActive: z._default(z.boolean('Invalid input'), true),
})
export type ProductInput = z.infer<typeof ProductInput>

/** What a save of an older version is answered with (409): the product as it stands now, to compare. */
export const ProductConflict = z.object({ message: z.string(), current: OwnerProduct })
export type ProductConflict = z.infer<typeof ProductConflict>

/** `ids` in their new order: one after another from `position` on, or else in the places that they hold between them. */
export const ProductOrder = z.object({
  ids: z
    .array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)))
    .check(z.minLength(1), z.maxLength(1000), distinct()),
  position: z.optional(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
})
export type ProductOrder = z.infer<typeof ProductOrder>

function distinct() {
  return z.refine<number[]>((ids) => new Set(ids).size === ids.length, 'A product cannot stand in two places')
}
