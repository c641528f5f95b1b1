import { type DateWords, formatDay } from '../platform/format-day.ts'
import { formatPrice } from '../shop/format-price.ts'
import { obtainedLabel, obtainedLine } from '../shop/obtained.ts'
import type { OfferWords } from '../shop/offers.ts'
import type { ProductFacts, SkinType } from '../shop/product-facts.ts'
import type { Product } from '../shop/products.ts'
import { unitPriceLine } from '../shop/unit-price.ts'
import { type ComparisonRow, comparisonRows } from './comparison-rows.ts'
import { ratingOwner } from './rating-owner.ts'

/** The facts of a product as short texts; '' where the owner has said nothing. */

type Priced = Pick<Product, 'price' | 'currency' | 'facts' | 'offers'>

const skinTypeNames: Record<SkinType, string> = {
  dry: 'Dry',
  oily: 'Oily',
  combination: 'Combination',
  normal: 'Normal',
  sensitive: 'Sensitive',
}

/** `$24.00 at Fernway, checked June 3, 2026`, or `See price at Fernway`. */
export function priceLine({ price, currency, facts, offers }: Priced, dates?: DateWords): string {
  const offer = { price, currency, name: facts.shopName, checkedOn: facts.priceCheckedOn }
  return offerLine(offer, offers?.[0], dates)
}

type Offer = { price: string; currency: string; name: string; checkedOn: string }

/** The line of one shop. */
export function offerLine(
  { price, currency, name, checkedOn }: Offer,
  words: OfferWords | undefined,
  dates?: DateWords,
): string {
  if (price === '') return words?.instead ?? ''
  const shown = formatPrice(price, currency)
  const atShop = name ? `${shown} at ${name}` : shown
  return checkedOn ? `${atShop}, checked ${formatDay(checkedOn, dates)}` : atShop
}

/** `50 ml`. */
export function sizeLine({ sizeAmount, sizeUnit }: Pick<ProductFacts, 'sizeAmount' | 'sizeUnit'>): string {
  if (sizeAmount === null) return ''
  const unit = sizeUnit === 'pieces' && sizeAmount === 1 ? 'piece' : sizeUnit
  return `${sizeAmount.toLocaleString('en-US')} ${unit}`
}

/** `4.5 out of 5`. */
export function ratingLine({ rating }: Pick<ProductFacts, 'rating'>): string {
  return rating === null ? '' : `${rating} out of 5`
}

export function skinTypesLine({ skinTypes }: Pick<ProductFacts, 'skinTypes'>): string {
  return skinTypes.map((type) => skinTypeNames[type]).join(', ')
}

/** The name without the brand that it begins with, for a place that names the brand itself. */
export function nameWithoutBrand({ name, facts: { brand } }: Pick<Product, 'name' | 'facts'>): string {
  const start = name.slice(0, brand.length)
  if (brand === '' || start.toLowerCase() !== brand.toLowerCase()) return name
  return /^[\s:–—-]+(.+)$/.exec(name.slice(brand.length))?.[1] ?? name
}

/** `Fernway · Cleansers`. */
export function brandLine({ category, facts: { brand } }: Pick<Product, 'category' | 'facts'>): string {
  return [brand, category].filter(Boolean).join(' · ')
}

/** At most three facts that decide for whom a product is, of those that are known. */
export function decidingFacts(product: Priced): string[] {
  const { facts } = product
  const names = skinTypesLine(facts)
  return [
    [sizeLine(facts), unitPriceLine(product)].filter(Boolean).join(', '),
    facts.skinTypes.length === Object.keys(skinTypeNames).length
      ? 'All skin types'
      : names && `${sentenceCase(names)} skin`,
    facts.fragranceFree === null ? '' : facts.fragranceFree ? 'Fragrance-free' : 'With fragrance',
    facts.spf === null ? '' : `SPF ${facts.spf}`,
    facts.alcoholFree ? 'Alcohol-free' : '',
    facts.vegan ? 'Vegan' : '',
  ]
    .filter(Boolean)
    .slice(0, 3)
}

function sentenceCase(text: string): string {
  return text.charAt(0) + text.slice(1).toLowerCase()
}

/** The cell of a product in a row of a comparison. */
export function comparisonCell(row: ComparisonRow, product: Priced): string {
  const { facts } = product
  switch (row) {
    case 'price':
      return priceLine(product)
    case 'price-per-unit':
      return unitPriceLine(product)
    case 'size':
      return sizeLine(facts)
    case 'rating':
      return ratingLine(facts)
    case 'verdict':
      return facts.verdict
    case 'skin-types':
      return skinTypesLine(facts)
    case 'concerns':
      return facts.concerns.join(', ')
    case 'texture':
      return facts.texture
    case 'fragrance-free':
      return known(facts.fragranceFree)
    case 'alcohol-free':
      return known(facts.alcoholFree)
    case 'vegan':
      return known(facts.vegan)
    case 'cruelty-free':
      return known(facts.crueltyFree)
    case 'spf':
      return facts.spf === null ? '' : String(facts.spf)
    case 'key-ingredients':
      return facts.keyIngredients.join(', ')
    case 'for-whom':
      return facts.forWhom
    case 'not-for-whom':
      return facts.notForWhom
    case 'obtained':
      return obtainedLine(facts)
  }
}

/**
 * The rows that say something about one of the products, with a cell for each; also how the owner got them where one was a
 * gift or sponsored.
 */
export function comparisonTable(
  rows: readonly ComparisonRow[],
  products: readonly Priced[],
  author = '',
): { label: string; cells: string[] }[] {
  const hasLabel = products.some(({ facts }) => obtainedLabel(facts))
  return [...new Set(hasLabel ? [...rows, 'obtained' as const] : rows)]
    .map((row) => ({
      label: (row === 'rating' && ratingOwner(author)) || comparisonRows[row],
      cells: products.map((product) => comparisonCell(row, product)),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function known(value: boolean | null): string {
  if (value === null) return ''
  return value ? 'Yes' : 'No'
}
