import { formatPrice } from '../../../contract/format-price.ts'
import type { Product } from '../../../contract/products.ts'
import { affiliateRel, hostOfAddress } from './affiliate-links.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import { pictureHtml } from './responsive-images.ts'

/** A product in an article; styled by its attribute. */
export function productBoxHtml(product: Product): string {
  const { id, name, price, currency, affiliateLink } = product
  const link = startTag('a', {
    href: hostOfAddress(affiliateLink) ? affiliateLink : undefined,
    target: '_blank',
    rel: affiliateRel,
    'aria-label': `Shop Now: ${name} (opens in a new tab)`,
    'data-affiliate': 'product-box',
    'data-product-id': id,
  })
  return (
    `<div data-product-box="${id}">${boxPicture(product)}` +
    `<div><p><strong>${escapeHtml(name)}</strong></p><p>${escapeHtml(formatPrice(price, currency))}</p>` +
    `<p>${link}Shop Now</a></p></div></div>`
  )
}

function boxPicture({ picture, imageUrl, imageAlt }: Product): string {
  if (picture) return pictureHtml(picture, { alt: imageAlt, sizes: '(min-width: 640px) 160px, 96px' })
  if (!imageUrl) return ''
  return startTag('img', { src: imageUrl, alt: imageAlt, width: 160, height: 200, loading: 'lazy' })
}
