import type { Product } from '../../../contract/shop/products.ts'
import { nameLink, type PlaceLink, paragraph, pictureLink, priceHtml, shopLink } from './product-parts.ts'

/** A note on a product: its name before the owner's words, its price after them. */
export function noteStart(product: Product): string {
  return `${pictureLink(product, '96px')}<p data-part="name"><strong>${nameLink(product)}</strong></p>`
}

export function noteEnd(product: Product, place: PlaceLink): string {
  return priceHtml(product) + paragraph(shopLink(product, 'note', place))
}
