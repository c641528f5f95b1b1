import { BLOCK } from '../../../contract/content/blocks.ts'
import { rowsOf } from '../../../contract/content/comparison-rows.ts'
import { comparisonTable } from '../../../contract/content/product-lines.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import { productBoxHtml } from './product-box.ts'
import { nameLink, type PlaceLink, pictureLink, shopLink } from './product-parts.ts'

/** A table with a column for each product; the box of a single one, nothing without any. */
export function comparisonHtml(products: Product[], rows: string | undefined, place: PlaceLink): string {
  const [first, second] = products
  if (!first) return ''
  if (!second) return productBoxHtml(first, place)
  const names = products.map(({ name }) => name)
  const label = `Comparison of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const heads = products.map((product) => `<th scope="col">${pictureLink(product, '128px')}${nameLink(product)}</th>`)
  const facts = comparisonTable(rowsOf(rows), products).map(({ label: row, cells }) =>
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
