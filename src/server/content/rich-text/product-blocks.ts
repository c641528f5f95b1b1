import { BLOCK } from '../../../contract/content/blocks.ts'
import { rowsOf } from '../../../contract/content/comparison-rows.ts'
import { comparisonTable, sizeLine } from '../../../contract/content/product-lines.ts'
import { obtainedLine } from '../../../contract/shop/obtained.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { unitPriceLine } from '../../../contract/shop/unit-price.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import {
  brandHtml,
  forWhomHtml,
  labelHtml,
  nameLink,
  otherShopsHtml,
  type PlaceLink,
  type Placement,
  paragraph,
  pictureLink,
  priceHtml,
  ratingHtml,
  shopLink,
  textList,
  verdictHtml,
} from './product-parts.ts'

/** Before the owner's words: the product, her rating and her verdict. */
export function reviewStart(product: Product, author: string): string {
  return (
    `<div data-part="head">${pictureLink(product, { sizes: '(min-width: 640px) 240px, 40vw', drawn: 160 })}<div>${brandHtml(product)}` +
    `<p data-part="name"><strong>${nameLink(product)}</strong></p>${labelHtml(product)}${ratingHtml(product, author)}${verdictHtml(product)}</div></div>`
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
    ['How I got it', obtainedLine(facts)],
  ]
  const shown = rows.filter(([, value]) => value !== '')
  if (shown.length === 0) return ''
  const list = shown.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  return `<dl data-part="facts">${list}</dl>`
}

/** A product in an article, as a note of its writer; styled by its attribute. */
export function productBoxHtml(product: Product, place: PlaceLink, placement: Placement = 'product-box'): string {
  return (
    `<div data-product-box="${product.id}">${pictureLink(product, { sizes: '(min-width: 640px) 128px, 96px', drawn: 96 })}` +
    `<div><p><strong>${nameLink(product)}</strong></p>${labelHtml(product)}${verdictHtml(product)}${forWhomHtml(product)}` +
    `${priceHtml(product)}${paragraph(shopLink(product, placement, place))}</div></div>`
  )
}

/** Several products; nothing if none of them is active. */
export function productBoxesHtml(products: Product[], place: PlaceLink): string {
  if (products.length === 0) return ''
  return `${startTag('div', { [BLOCK]: 'products' })}${products.map((product) => productBoxHtml(product, place)).join('')}</div>`
}

/** A note on a product: its name before the owner's words, its price after them. */
export function noteStart(product: Product): string {
  return `${pictureLink(product, { sizes: '72px', drawn: 72 })}<p data-part="name"><strong>${nameLink(product)}</strong></p>${labelHtml(product)}`
}

export function noteEnd(product: Product, place: PlaceLink): string {
  return priceHtml(product) + paragraph(shopLink(product, 'note', place))
}

/** A table with a column for each product; the box of a single one, nothing without any. */
export function comparisonHtml(
  products: Product[],
  rows: string | undefined,
  { place, author }: { place: PlaceLink; author: string },
): string {
  const [first, second] = products
  if (!first) return ''
  if (!second) return productBoxHtml(first, place)
  const names = products.map(({ name }) => name)
  const label = `Comparison of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const heads = products.map(
    (product) =>
      `<th scope="col">${pictureLink(product, { sizes: '64px', drawn: 64 })}${nameLink(product)} ${labelHtml(product)}</th>`,
  )
  const facts = comparisonTable(rowsOf(rows), products, author).map(({ label: row, cells }) =>
    tableRow(
      row,
      cells.map((cell) => escapeHtml(cell || '–')),
    ),
  )
  const links = products.map((product) => shopLink(product, 'comparison', place))
  const shops = links.some(Boolean)
    ? tableRow(
        'Shop',
        links.map((link) => link || '–'),
      )
    : ''
  // The frame scrolls; the first column stays.
  return (
    `${startTag('div', { [BLOCK]: 'comparison' })}${startTag('section', { class: 'table-frame', 'aria-label': label, tabindex: 0 })}` +
    `<table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${facts.join('')}${shops}</tbody></table></section></div>`
  )
}

function tableRow(label: string, cells: string[]): string {
  return `<tr><th scope="row">${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}
