import * as z from 'zod/mini'
import { isRefusedPicture, REFUSED_PICTURE } from '../platform/refused-pictures.ts'
import {
  charactersUpTo,
  itemsUpTo,
  noNul,
  sentence,
  storedPictureAddress,
  typed,
  webAddress,
  wellFormed,
} from '../platform/text-fields.ts'
import { toDecimalPoint } from './price-cells.ts'
import { priceInCurrency } from './priced.ts'
import { currencyFault, priceFault } from './prices.ts'

/** Skin types, in the order of choices. */
export const skinTypes = ['dry', 'oily', 'combination', 'normal', 'sensitive'] as const
export const SkinType = z.enum(skinTypes)
export type SkinType = z.infer<typeof SkinType>

export const sizeUnits = ['ml', 'g', 'oz', 'fl oz', 'pieces'] as const
/** How the owner came by a product. */
export const waysObtained = ['bought', 'gifted', 'sponsored'] as const

export const OTHER_SHOPS_MAX = 8
export const MORE_PICTURES_MAX = 8
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const text = (max: number) =>
  z._default(z.string('Invalid input').check(typed(), charactersUpTo(max), noNul(), wellFormed()), '')
const texts = (items: number, max: number) =>
  z._default(
    z
      .array(
        z
          .string('Invalid input')
          .check(typed(), z.minLength(1, 'Required'), charactersUpTo(max), noNul(), wellFormed()),
      )
      .check(itemsUpTo(items)),
    [],
  )
/** Yes, no, or null for not known. */
const known = () => z._default(z.nullable(z.boolean('Invalid input')), null)
const number = (from: number, to: number, step?: number) =>
  z._default(
    z.nullable(
      z
        .number('Please enter a number')
        .check(
          z.gte(from, `Please enter a number from ${from}`),
          z.lte(to, `Please enter a number up to ${to}`),
          ...(step ? [z.refine<number>((value) => Number.isInteger(value / step), `Please use steps of ${step}`)] : []),
        ),
    ),
    null,
  )
const day = () => z._default(z.union([z.literal(''), z.string().check(z.regex(DAY, 'Please enter a date'))]), '')

/** Another shop that sells a product; `price` is a decimal in the digits of its currency, empty where it is not known. */
export const OtherShop = z
  .object({
    name: z
      .string('Required')
      .check(typed(), z.minLength(1, 'Please name the shop'), charactersUpTo(80), noNul(), wellFormed()),
    link: webAddress({
      max: 2000,
      message: 'Please enter a link that begins with http:// or https://',
      takesBareHost: true,
    }),
    price: z._default(
      z.string('Invalid input').check(
        typed(),
        z.overwrite(toDecimalPoint),
        sentence((value) => (value === '' ? undefined : priceFault(value))),
      ),
      '',
    ),
    /** Empty in responses to visitors who get no price. */
    currency: z._default(
      z.string('Invalid input').check(
        typed(),
        z.toUpperCase(),
        sentence((code) => (code === '' ? undefined : currencyFault(code))),
      ),
      'USD',
    ),
    /** The day of the price, empty where it is not known. */
    checkedOn: day(),
  })
  .check(
    priceInCurrency(),
    z.refine(({ price, currency }) => price === '' || currency !== '', {
      path: ['currency'],
      message: 'Please use the code of a currency, such as USD',
    }),
  )
export type OtherShop = z.infer<typeof OtherShop>

/**
 * Facts of a skincare writer about a product beyond the specified fields. Each has a default, which stands for 'not
 * said': a page leaves it out, and the stored JSON too.
 */
export const productFacts = {
  brand: { label: 'Brand', schema: text(100) },
  sizeAmount: { label: 'Size', schema: number(0.01, 100_000) },
  sizeUnit: { label: 'Unit', schema: z._default(z.enum(sizeUnits), 'ml') },
  /** The shop of the affiliate link. */
  shopName: { label: 'Shop', schema: text(80) },
  /** The day of the price. */
  priceCheckedOn: { label: 'Price checked on', schema: day() },
  otherShops: { label: 'Other shops', schema: z._default(z.array(OtherShop).check(itemsUpTo(OTHER_SHOPS_MAX)), []) },
  /** Names as the owner wrote them; table `product_ingredients` knows which ingredients they are. */
  keyIngredients: { label: 'Key ingredients', schema: texts(20, 100) },
  skinTypes: { label: 'Skin types', schema: z._default(z.array(SkinType).check(itemsUpTo(skinTypes.length)), []) },
  concerns: { label: 'Concerns', schema: texts(12, 40) },
  texture: { label: 'Texture', schema: text(60) },
  fragranceFree: { label: 'Fragrance-free', schema: known() },
  alcoholFree: { label: 'Alcohol-free', schema: known() },
  vegan: { label: 'Vegan', schema: known() },
  crueltyFree: { label: 'Cruelty-free', schema: known() },
  spf: { label: 'SPF', schema: number(1, 100, 1) },
  comedogenicNote: { label: 'Comedogenic note', schema: text(200) },
  /** 0 to 5 in halves. */
  rating: { label: 'Your rating', schema: number(0, 5, 0.5) },
  verdict: { label: 'Verdict in a line', schema: text(160) },
  forWhom: { label: 'For whom', schema: text(300) },
  notForWhom: { label: 'Not for whom', schema: text(300) },
  pros: { label: 'Pros', schema: texts(8, 160) },
  cons: { label: 'Cons', schema: texts(8, 160) },
  /** Weeks. */
  testedWeeks: { label: 'Tested for (weeks)', schema: number(1, 520, 1) },
  obtained: { label: 'Disclosed as', schema: z._default(z.enum([...waysObtained, '']), '') },
  /** URLs of pictures after the first one. */
  moreImages: {
    label: 'More pictures',
    schema: z._default(
      z
        .array(
          storedPictureAddress({ max: 2000, message: 'Use an image of the media library or an address with https://' }),
        )
        .check(itemsUpTo(MORE_PICTURES_MAX)),
      [],
    ),
  },
  /** The link that readers get while the affiliate link fails; empty for none. */
  fallbackUrl: {
    label: 'Fallback link',
    schema: z._default(
      webAddress({
        max: 2000,
        message: 'Please enter a link that begins with http:// or https://',
        isOptional: true,
        takesBareHost: true,
      }),
      '',
    ),
  },
} satisfies Record<string, { label: string; schema: z.ZodMiniType }>

type Facts = typeof productFacts

const entries = Object.entries(productFacts)
const shape = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as {
  [Name in keyof Facts]: Facts[Name]['schema']
}

/** All facts of a product. */
export const ProductFacts = z.object(shape)
export type ProductFacts = z.infer<typeof ProductFacts>

/** Facts in a request: an absent one keeps what is stored. */
export const ProductFactsInput = z
  .object(
    Object.fromEntries(entries.map(([name, { schema }]) => [name, z.optional(schema.def.innerType)])) as {
      [Name in keyof Facts]: z.ZodMiniOptional<Facts[Name]['schema']['def']['innerType']>
    },
  )
  .check((context) => {
    for (const [index, url] of (context.value.moreImages ?? []).entries())
      if (isRefusedPicture(url))
        context.issues.push({ code: 'custom', path: ['moreImages', index], message: REFUSED_PICTURE, input: url })
  })
export type ProductFactsInput = z.infer<typeof ProductFactsInput>

export const blankFacts: ProductFacts = ProductFacts.parse({})
