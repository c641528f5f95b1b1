import * as z from 'zod/mini'
import {
  charactersUpTo,
  line,
  noNul,
  pictureAddress,
  sentence,
  typed,
  webAddress,
  wellFormed,
} from '../platform/text-fields.ts'
import type { CurrencyMark } from './currency-marks.ts'
import { parseCurrencyCell, parsePriceCell, toDecimalPoint } from './price-cells.ts'
import { priceInCurrency } from './priced.ts'
import { currencyFault, priceFault } from './prices.ts'
import { parseImageCell, parseLinkCell, parseYesNoCell } from './product-cells.ts'
import { ProductFactsInput } from './product-facts.ts'

/**
 * A cell of an imported file: its value or its fault; with neither the product keeps what it has. `currency` is what the
 * cell says of it, and `more` are further pictures in it.
 */
export type ParsedCell<Value> = { value?: Value; fault?: string; currency?: CurrencyMark; more?: string[] }

/** A column of the CSV file. */
export type Column = {
  /** In sentences, such as `Price: A price cannot be negative`. */
  label: string
  /** In the import, where it differs from `label`. */
  columnLabel?: string
  /** Headers of other programs in `a`–`z` alone; the most usual first. */
  headers: readonly string[]
  /** Absent: a text, taken as it is. */
  parseCell?: (cell: string) => ParsedCell<unknown>
}

/** A field of a product that the owner edits. */
type Field = Column & {
  /** In responses. */
  output: z.ZodMiniType
  /** In a request. */
  input: z.ZodMiniType
  /** In the form, where it differs from `label`. */
  formLabel?: string
  /** The value of a new product in the form. */
  blank: unknown
}

/**
 * The fields of a product, in the order of the CSV file: schemas, columns, labels and defaults derive from this table.
 * Their database columns are in `product-rows.ts`, their form controls in `product-fields.tsx`.
 */
export const productFields = {
  name: {
    label: 'Name',
    headers: ['name', 'productname', 'product', 'title', 'producttitle', 'item'],
    output: z.string(),
    input: z
      .string({ error: 'Required' })
      .check(typed(), z.minLength(2, 'Name must be at least 2 characters'), charactersUpTo(200), noNul(), wellFormed()),
    blank: '',
  },
  category: {
    label: 'Category',
    headers: ['category', 'categories', 'productcategory', 'producttype', 'type', 'section'],
    output: z.string(),
    input: line(1, 100, 'Please enter a category').check(wellFormed()),
    blank: '',
  },
  price: {
    label: 'Price',
    headers: ['price', 'regularprice', 'saleprice', 'variantprice', 'amount', 'cost'],
    output: z.string(),
    input: z._default(
      z.string('Invalid input').check(
        typed(),
        z.overwrite(toDecimalPoint),
        sentence((price) => (price === '' ? undefined : priceFault(price))),
      ),
      '',
    ),
    parseCell: parsePriceCell,
    blank: '',
  },
  currency: {
    label: 'Currency',
    headers: ['currency', 'currencycode', 'pricecurrency', 'currencysymbol', 'currencysign', 'pricesign'],
    output: z.string(),
    input: z._default(z.string('Invalid input').check(typed(), z.toUpperCase(), sentence(currencyFault)), 'USD'),
    parseCell: parseCurrencyCell,
    blank: 'USD',
  },
  imageUrl: {
    label: 'Image',
    columnLabel: 'Image address',
    headers: ['imageurl', 'image', 'images', 'imagelink', 'imagesrc', 'picture', 'pictureurl', 'photo', 'thumbnail'],
    output: z.string(),
    input: z._default(
      pictureAddress({
        max: 2000,
        message: 'Use an image of the media library or an address with https://',
        isOptional: true,
      }),
      '',
    ),
    parseCell: parseImageCell,
    blank: '',
  },
  imageAlt: {
    label: 'Image description',
    formLabel: 'Image description (alt text)',
    headers: ['imagealt', 'imagealttext', 'alttext', 'alt', 'imagedescription'],
    output: z.string(),
    input: z._default(text(500), ''),
    blank: '',
  },
  affiliateLink: {
    label: 'Affiliate link',
    headers: [
      'affiliatelink',
      'affiliateurl',
      'shorturl',
      'externalurl',
      'producturl',
      'productlink',
      'buyurl',
      'deeplink',
      'trackingurl',
      'link',
      'url',
    ],
    output: z.string(),
    input: webAddress({
      max: 2000,
      message: 'Please enter a link that begins with http:// or https://',
      takesBareHost: true,
    }),
    parseCell: parseLinkCell,
    blank: '',
  },
  isActive: {
    label: 'Active',
    headers: ['isactive', 'active', 'status', 'published', 'enabled', 'visible'],
    output: z.boolean(),
    input: z._default(z.boolean('Invalid input'), true),
    parseCell: parseYesNoCell,
    blank: true,
  },
} satisfies Record<string, Field>

type Fields = typeof productFields

/** Characters. */
export const PRODUCT_SLUG_MAX = 100

/** One property of all fields, by field. */
function pick<Property extends 'output' | 'input' | 'blank'>(property: Property) {
  const entries = Object.entries(productFields).map(([name, field]) => [name, field[property]])
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name][Property] }
}

export const productOutput = pick('output')
/** The fields of a product as they are; `parse` drops other properties. */
export const ProductValues = z.object(productOutput)

/** The last part of the URL of a product's page. */
export const ProductSlug = z
  .string('Invalid input')
  .check(
    typed(),
    charactersUpTo(PRODUCT_SLUG_MAX),
    z.regex(
      /^(?:[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*)?$/u,
      'Use lowercase letters, digits and single hyphens',
    ),
  )

/**
 * A product as the owner sends it. Absent, `slug` and each of the `facts` stay as they are; an empty slug is made from the
 * name.
 */
export const ProductInput = z
  .object({
    ...pick('input'),
    slug: z.optional(ProductSlug),
    facts: z.optional(ProductFactsInput),
  })
  .check(priceInCurrency())
export type ProductInput = z.infer<typeof ProductInput>
export const blankProduct = pick('blank')

function text(max: number) {
  return z.string('Invalid input').check(typed(), charactersUpTo(max), noNul(), wellFormed())
}
