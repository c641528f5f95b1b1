import * as z from 'zod/mini'
import { Picture } from '../content/pictures.ts'
import { LIST_MAX } from '../platform/limits.ts'
import { PageNumber } from '../platform/paths.ts'
import { rowQuery } from '../platform/row-endpoints.ts'
import { charactersUpTo, noNul, wellFormed } from '../platform/text-fields.ts'
import { OfferWords } from './offers.ts'
import { PRICE_MAX } from './prices.ts'
import { ProductFacts } from './product-facts.ts'
import { productOutput } from './product-fields.ts'
import { facetKey, facetKeys, KEY_MAX, productSorts } from './product-filters.ts'

/**
 * `price` is a decimal in the digits of its `currency` (ISO 4217), and both are empty where visitors get no price; `slug` is its
 * page's.
 */
export const Product = z.object({
  id: z.number(),
  ...productOutput,
  slug: z.string(),
  facts: ProductFacts,
  picture: z.nullable(Picture),
  /** Stands at its name wherever it is shown: it was a gift, or its brand paid. */
  obtainedLabel: z.optional(z.string()),
  /** Where the placement code goes into the affiliate link and into the other shops' links; absent where no link takes one. */
  codeSlots: z.optional(
    z.array(z.nullable(z.object({ from: z.number(), to: z.number(), before: z.string(), after: z.string() }))),
  ),
  /** The affiliate link that fails, where `affiliateLink` is the fallback instead; the price is that of this one. */
  failedLink: z.optional(z.string()),
  /** By link, the affiliate link first; absent where every link has a price and the usual button. */
  offers: z.optional(z.array(OfferWords)),
})
export type Product = z.infer<typeof Product>

const categoryFilter = z.optional(z.string().check(z.minLength(1), charactersUpTo(100), noNul()))

const key = (max: number, toCanonical: (text: string) => string) =>
  z.optional(
    z.string().check(z.overwrite(toCanonical), z.minLength(1, 'Required'), charactersUpTo(max), noNul(), wellFormed()),
  )
const price = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(PRICE_MAX)))

/** The filters of the shop; `free` takes several keys, separated by commas. */
const filters = {
  category: categoryFilter,
  brand: key(KEY_MAX, facetKey),
  skin: key(KEY_MAX, facetKey),
  concern: key(KEY_MAX, facetKey),
  ingredient: key(KEY_MAX, facetKey),
  free: key(KEY_MAX * 5, facetKeys),
  from: price,
  to: price,
  rating: z.optional(z.coerce.number().check(z.gte(0.5), z.lte(5), z.multipleOf(0.5))),
}

/** The public list. */
export const ProductListQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  page: z.optional(PageNumber),
  ...filters,
  sort: z.optional(z.enum(productSorts)),
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

export const ProductFacetQuery = z.object(filters)
export type ProductFacetQuery = z.infer<typeof ProductFacetQuery>

/** A value to filter by, and how many products the list then has. */
const Facet = z.object({ key: z.string(), label: z.string(), count: z.number() })
export type Facet = z.infer<typeof Facet>

/**
 * The values of each filter, most frequent first. Each count ignores what its own filter is set to, since choosing a value
 * replaces that; values of `free` are added to each other.
 */
export const ProductFacets = z.object({
  /** Products that match all filters. */
  total: z.number(),
  category: z.array(Facet),
  brand: z.array(Facet),
  skin: z.array(Facet),
  concern: z.array(Facet),
  ingredient: z.array(Facet),
  free: z.array(Facet),
  /** Least ratings. */
  rating: z.array(Facet),
  /** The lowest and the highest price in whole units, rounded outwards; absent without prices. */
  price: z.optional(z.object({ from: z.number(), to: z.number(), currency: z.string() })),
})
export type ProductFacets = z.infer<typeof ProductFacets>

/** The owner's list: `GET /api/products` with a `status`. */
export const OwnerProductListQuery = rowQuery(['position', 'name', 'price', 'category', 'updatedAt'], {
  category: categoryFilter,
})
export type OwnerProductListQuery = z.infer<typeof OwnerProductListQuery>

/** The same filters for the file, for all products by default, and never for those in the trash. */
export const ProductExportQuery = z.extend(OwnerProductListQuery, {
  status: z._default(z.enum(['all', 'active', 'inactive']), 'all'),
})

/** `version` counts the saves; `position` is the place in the shop, from 1. */
export const OwnerProduct = z.extend(Product, {
  position: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null unless it is in the trash. */
  deletedAt: z.nullable(z.string()),
})
export type OwnerProduct = z.infer<typeof OwnerProduct>

/** Values that the owner has entered in products before, and the ingredients that have pages. */
export const ProductSuggestions = z.object({
  brands: z.array(z.string()),
  concerns: z.array(z.string()),
  ingredients: z.array(z.string()),
})
/** Limits the suggestions of each kind. */
export const SUGGESTIONS_MAX = 500
