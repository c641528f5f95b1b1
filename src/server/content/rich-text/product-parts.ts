import { offerLine, priceLine, ratingLine } from '../../../contract/content/product-lines.ts'
import { ratingOwner } from '../../../contract/content/rating-owner.ts'
import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { affiliateRel, hostOfAddress } from './affiliate-links.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import { smallPictureHtml } from './responsive-images.ts'

/** Where in an article a link to a shop stands; reported with its clicks. */
export type Placement = Extract<LinkPlace, 'product-box' | 'review' | 'note' | 'comparison' | 'pick'>

/** The URL of an affiliate link at a place of the article that is rendered. */
export type PlaceLink = (url: string, place: LinkPlace, productId?: number) => string

/** The parts of a block that shows a product: '' where nothing is known. The attribute `data-part` styles them. */

export function productHref({ slug }: Pick<Product, 'slug'>): string {
  return `/shop/${encodeURIComponent(slug)}`
}

export function nameLink(product: Product): string {
  return `${startTag('a', { href: productHref(product) })}${escapeHtml(product.name)}</a>`
}

/** Says that the product was a gift, or that its brand paid. */
export function labelHtml({ obtainedLabel }: Pick<Product, 'obtainedLabel'>): string {
  return obtainedLabel ? `<p data-part="label">${escapeHtml(obtainedLabel)}</p>` : ''
}

export function brandHtml({ facts: { brand } }: Product): string {
  return brand ? `<p data-part="brand">${escapeHtml(brand)}</p>` : ''
}

type Drawn = { sizes: string; drawn: number }

/** A picture that leads to the product's page. */
export function pictureLink(product: Product, size: Drawn): string {
  const picture = productPicture(product, size)
  if (!picture) return ''
  const label = product.imageAlt ? undefined : product.name
  return `${startTag('a', { href: productHref(product), 'aria-label': label })}${picture}</a>`
}

function productPicture({ picture, imageUrl, imageAlt }: Product, size: Drawn): string {
  if (picture) return smallPictureHtml(picture, { alt: imageAlt, ...size })
  if (!imageUrl) return ''
  return startTag('img', { src: imageUrl, alt: imageAlt, width: 160, height: 200, loading: 'lazy' })
}

/** `author` is whose rating it is, '' where the site names no author. */
export function ratingHtml({ facts }: Product, author: string): string {
  const { rating } = facts
  if (rating === null) return ''
  const stars = '★'.repeat(Math.floor(rating)) + (rating % 1 ? '½' : '')
  const owner = ratingOwner(author)
  const start = owner ? `${escapeHtml(owner)}: ` : ''
  return `<p data-part="rating">${start}<span aria-hidden="true">${stars || '☆'}</span> ${ratingLine(facts)}</p>`
}

export function verdictHtml({ facts: { verdict } }: Product): string {
  return verdict ? `<p data-part="verdict">${escapeHtml(verdict)}</p>` : ''
}

export function forWhomHtml({ facts: { forWhom } }: Product): string {
  return forWhom ? `<p data-part="for-whom"><strong>For whom:</strong> ${escapeHtml(forWhom)}</p>` : ''
}

export function priceHtml(product: Product): string {
  const line = priceLine(product)
  return line && `<p data-part="price">${escapeHtml(line)}</p>`
}

/** The link that leaves for the first shop; '' where the product has no address. */
export function shopLink({ id, name, affiliateLink, offers }: Product, placement: Placement, place: PlaceLink): string {
  if (!hostOfAddress(affiliateLink)) return ''
  const button = offers?.[0]?.button ?? 'Shop Now'
  return `${startTag('a', {
    href: place(affiliateLink, placement, id),
    target: '_blank',
    rel: affiliateRel,
    'aria-label': `${button}: ${name} (opens in a new tab)`,
    'data-affiliate': placement,
    'data-product-id': id,
    'data-part': 'shop-now',
  })}${button}</a>`
}

/** Links to the further shops, with their prices. */
export function otherShopsHtml(
  { id, offers, facts: { otherShops } }: Product,
  placement: Placement,
  place: PlaceLink,
): string {
  const links = otherShops.flatMap((shop, index) => {
    if (!hostOfAddress(shop.link)) return []
    const tag = startTag('a', {
      href: place(shop.link, placement, id),
      target: '_blank',
      rel: affiliateRel,
      'data-affiliate': placement,
      'data-product-id': id,
    })
    return `<li>${tag}${escapeHtml(offerLine(shop, offers?.[index + 1]))}</a></li>`
  })
  return links.length > 0 ? `<ul data-part="shops">${links.join('')}</ul>` : ''
}

export function paragraph(html: string): string {
  return html && `<p>${html}</p>`
}

export function textList(part: string, title: string, texts: readonly string[]): string {
  if (texts.length === 0) return ''
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
  return `<div data-part="${part}"><p><strong>${title}</strong></p><ul>${items}</ul></div>`
}
