import { BLOCK, idOf } from '../../../contract/content/blocks.ts'
import { bodyRows, comparisonRows, rowsOf } from '../../../contract/content/comparison-rows.ts'
import { comparisonTable } from '../../../contract/content/product-lines.ts'
import { shortPriceLine, shownOffers } from '../../../contract/content/product-offers.ts'
import { ratingOwner } from '../../../contract/content/rating-owner.ts'
import type { DateWords } from '../../../contract/platform/format-day.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { type Attributes, escapeHtml, startTag } from './html-tokens.ts'
import { productBoxHtml } from './product-blocks.ts'
import {
  checkedHtml,
  labelHtml,
  nameLink,
  type PlaceLink,
  paragraph,
  pictureLink,
  ratingHtml,
  shopLink,
} from './product-parts.ts'

type Context = { place: PlaceLink; author: string; dates: DateWords | undefined }

/** A table with a column for each product; the box of a single one, nothing without any. */
export function comparisonHtml(products: Product[], attributes: Attributes, context: Context): string {
  const [first, second] = products
  if (!first) return ''
  if (!second) return productBoxHtml(first, context)
  const rows = rowsOf(attributes['data-rows'])
  const pick = products.findIndex(({ id }) => id === idOf(attributes['data-pick']))
  const names = products.map(({ name }) => name)
  const label = `Comparison of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const facts = comparisonTable(bodyRows(rows), products, context.author)
  const body = facts.map((fact) => rowHtml(fact.label, fact.cells.map(escapeHtml)))
  const hasPrice = rows.includes('price')
  const offers = products.map((product) => shownOffers(product)[0])
  const head = [
    rows.includes('rating') ? ratingRow(products, context.author) : '',
    shopRow(products, context.place, hasPrice),
  ]
  // The style sheet tints the column of that number. The frame scrolls; the first column stays.
  return (
    `${startTag('div', { [BLOCK]: 'comparison', 'data-pick': pick < 0 ? undefined : pick + 1 })}` +
    `${startTag('section', { class: 'table-frame', 'aria-label': label, tabindex: 0 })}` +
    `<table><thead><tr><td></td>${products.map((product, at) => nameCell(product, at === pick)).join('')}</tr>` +
    `${head.join('')}</thead>${body.length > 0 ? `<tbody>${body.join('')}</tbody>` : ''}</table></section>` +
    `${hasPrice ? checkedHtml(offers, context.dates) : ''}</div>`
  )
}

function nameCell(product: Product, isPick: boolean): string {
  // On a phone, where it is 106 pixels wide, one width is enough.
  const picture = pictureLink(product, { sizes: '120px', drawn: 106 })
  const pick = isPick ? '<p data-part="pick">My pick</p>' : ''
  return `<th scope="col">${pick}${picture}${nameLink(product)} ${labelHtml(product)}</th>`
}

function ratingRow(products: Product[], author: string): string {
  return rowHtml(
    ratingOwner(author) ?? comparisonRows.rating,
    products.map((product) => ratingHtml(product, undefined)),
  )
}

/** The price and the button of the first shop. */
function shopRow(products: Product[], place: PlaceLink, hasPrice: boolean): string {
  const cells = products.map((product) => {
    const line = hasPrice ? shortPriceLine(shownOffers(product)[0]) : ''
    return (line && `<p data-part="price">${escapeHtml(line)}</p>`) + paragraph(shopLink(product, 'comparison', place))
  })
  return rowHtml(hasPrice ? comparisonRows.price : 'Shop', cells)
}

/** Nothing where no cell says something. */
function rowHtml(label: string, cells: string[]): string {
  if (cells.every((cell) => cell === '')) return ''
  return `<tr><th scope="row">${escapeHtml(label)}</th>${cells.map((cell) => `<td>${cell || '–'}</td>`).join('')}</tr>`
}
