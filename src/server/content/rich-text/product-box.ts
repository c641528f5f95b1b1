import { BLOCK } from '../../../contract/content/blocks.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { startTag } from './html-tokens.ts'
import {
  forWhomHtml,
  nameLink,
  type PlaceLink,
  type Placement,
  paragraph,
  pictureLink,
  priceHtml,
  shopLink,
  verdictHtml,
} from './product-parts.ts'

/** A product in an article, as a note of its writer; styled by its attribute. */
export function productBoxHtml(product: Product, place: PlaceLink, placement: Placement = 'product-box'): string {
  return (
    `<div data-product-box="${product.id}">${pictureLink(product, '(min-width: 640px) 160px, 96px')}` +
    `<div><p><strong>${nameLink(product)}</strong></p>${verdictHtml(product)}${forWhomHtml(product)}` +
    `${priceHtml(product)}${paragraph(shopLink(product, placement, place))}</div></div>`
  )
}

/** Several products; nothing if none of them is active. */
export function productBoxesHtml(products: Product[], place: PlaceLink): string {
  if (products.length === 0) return ''
  return `${startTag('div', { [BLOCK]: 'products' })}${products.map((product) => productBoxHtml(product, place)).join('')}</div>`
}
