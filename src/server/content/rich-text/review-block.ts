import { sizeLine } from '../../../contract/content/product-lines.ts'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { unitPriceLine } from '../../../contract/shop/unit-price.ts'
import { escapeHtml } from './html-tokens.ts'
import {
  brandHtml,
  nameLink,
  otherShopsHtml,
  type PlaceLink,
  paragraph,
  pictureLink,
  priceHtml,
  ratingHtml,
  shopLink,
  textList,
  verdictHtml,
} from './product-parts.ts'

/** Before the owner's words: the product, her rating and her verdict. */
export function reviewStart(product: Product): string {
  return (
    `<div data-part="head">${pictureLink(product, '(min-width: 640px) 240px, 40vw')}<div>${brandHtml(product)}` +
    `<p data-part="name"><strong>${nameLink(product)}</strong></p>${ratingHtml(product)}${verdictHtml(product)}</div></div>`
  )
}

/** After the owner's words: what speaks for and against it, where to buy it, and the facts, of which the product's page has more. */
export function reviewEnd(product: Product, place: PlaceLink): string {
  const { pros, cons } = product.facts
  const lists = textList('pros', 'Pros', pros) + textList('cons', 'Cons', cons)
  return (
    (lists && `<div data-part="notes">${lists}</div>`) +
    factsHtml(product) +
    `<div data-part="shop">${priceHtml(product)}${paragraph(shopLink(product, 'review', place))}` +
    `${otherShopsHtml(product, 'review', place)}</div>`
  )
}

const waysObtained: Record<ProductFacts['obtained'], string> = {
  bought: 'Bought with my own money',
  gifted: 'A gift from the brand',
  sponsored: 'Sponsored by the brand',
  '': '',
}

function factsHtml(product: Product): string {
  const { facts } = product
  const free = [facts.fragranceFree ? 'fragrance' : '', facts.alcoholFree ? 'alcohol' : ''].filter(Boolean)
  const rows: [string, string][] = [
    ['For whom', facts.forWhom],
    ['Not for whom', facts.notForWhom],
    ['Key ingredients', facts.keyIngredients.join(', ')],
    ['Free of', free.join(', ')],
    ['SPF', facts.spf === null ? '' : String(facts.spf)],
    ['Size', [sizeLine(facts), unitPriceLine(product)].filter(Boolean).join(', ')],
    [
      'Tested for',
      facts.testedWeeks === null ? '' : `${facts.testedWeeks} ${facts.testedWeeks === 1 ? 'week' : 'weeks'}`,
    ],
    ['How I got it', waysObtained[facts.obtained]],
  ]
  const shown = rows.filter(([, value]) => value !== '')
  if (shown.length === 0) return ''
  const list = shown.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  return `<dl data-part="facts">${list}</dl>`
}
