import { checkedLine } from '../../../contract/content/checked-line.ts'
import { brandLine, nameWithoutBrand, priceLine, ratingLine } from '../../../contract/content/product-lines.ts'
import { buttonWords, type ShownOffer, shownOffers } from '../../../contract/content/product-offers.ts'
import { ratingOwner } from '../../../contract/content/rating-owner.ts'
import type { DateWords } from '../../../contract/platform/format-day.ts'
import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { unbrokenName } from '../../../contract/shop/unbroken-name.ts'
import { affiliateRel, hostOfAddress } from './affiliate-links.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import { smallPictureHtml } from './responsive-images.ts'

/** Where in an article a link to a shop stands; reported with its clicks. */
export type Placement = Extract<LinkPlace, 'product-box' | 'review' | 'note' | 'comparison' | 'pick'>

/** The URL of an affiliate link at a place of the article that is rendered. */
export type PlaceLink = (url: string, place: LinkPlace, productId?: number) => string

/** Parts that repeat others for readers who scan a page; feeds and mails leave them out. */
export const screenParts: ReadonlySet<string> = new Set(['index', 'chips', 'thumbnail'])

/** The parts of a block that shows a product: '' where nothing is known. The attribute `data-part` styles them. */

export function productHref({ slug }: Pick<Product, 'slug'>): string {
  return `/shop/${encodeURIComponent(slug)}`
}

export function nameLink(product: Product): string {
  return `${startTag('a', { href: productHref(product) })}${escapeHtml(unbrokenName(product.name))}</a>`
}

/** Omits the brand, which stands next to it; the accessible name is the whole one. */
export function shortNameLink(product: Product): string {
  const shown = nameWithoutBrand(product)
  const label = shown === product.name ? undefined : product.name
  return `${startTag('a', { href: productHref(product), 'aria-label': label })}${escapeHtml(unbrokenName(shown))}</a>`
}

/** Says that the product was a gift, or that its brand paid. */
export function labelHtml({ obtainedLabel }: Pick<Product, 'obtainedLabel'>): string {
  return obtainedLabel ? `<p data-part="label">${escapeHtml(obtainedLabel)}</p>` : ''
}

/** `Brand · Category`. */
export function brandHtml(product: Product): string {
  return `<p data-part="brand">${escapeHtml(brandLine(product))}</p>`
}

type Drawn = { sizes: string; drawn: number }

/** A picture that enlarges the link to the product's page, which for keyboards and screen readers is the name alone. */
export function pictureLink(product: Product, size: Drawn): string {
  const picture = pictureHtml(product, size)
  if (!picture) return ''
  return `${startTag('a', { href: productHref(product), tabindex: -1, 'aria-hidden': 'true' })}${picture}</a>`
}

/** Next to a text that says the same, and not to be saved to a pin board. */
export function thumbnail({ picture, imageUrl }: Product, size: Drawn): string {
  return pictureHtml({ picture, imageUrl, imageAlt: '' }, { ...size, own: { 'data-pin-nopin': '' } })
}

function pictureHtml(
  { picture, imageUrl, imageAlt: alt }: Pick<Product, 'picture' | 'imageUrl' | 'imageAlt'>,
  { own, ...size }: Drawn & { own?: Record<string, string> },
): string {
  if (picture) return smallPictureHtml(picture, { alt, own, ...size })
  if (!imageUrl) return ''
  return startTag('img', { src: imageUrl, alt, width: 160, height: 200, loading: 'lazy', ...own })
}

/**
 * `author` is whose rating it is, '' where the site names no author, undefined where the rating has a heading. The style sheet draws five stars in place of the
 * characters, which mails and feeds show.
 */
export function ratingHtml({ facts }: Product, author: string | undefined): string {
  const { rating } = facts
  if (rating === null) return ''
  const stars = '★'.repeat(Math.floor(rating)) + (rating % 1 ? '½' : '')
  const owner = ratingOwner(author ?? '')
  const start = owner ? `${escapeHtml(owner)}: ` : ''
  const rated = owner || author === undefined ? '' : 'Rated '
  const drawn = startTag('span', { 'data-stars': rating, 'aria-hidden': 'true' })
  return `<p data-part="rating">${start}${drawn}${stars || '☆'}</span> ${rated}${ratingLine(facts)}</p>`
}

export function verdictHtml({ facts: { verdict } }: Product): string {
  return verdict ? `<p data-part="verdict">${escapeHtml(verdict)}</p>` : ''
}

export function forWhomHtml({ facts: { forWhom } }: Product): string {
  return forWhom ? `<p data-part="for-whom"><strong>For whom:</strong> ${escapeHtml(forWhom)}</p>` : ''
}

export function priceHtml(product: Product, dates: DateWords | undefined): string {
  const line = priceLine(product, dates)
  return line && `<p data-part="price">${escapeHtml(line)}</p>`
}

/** The price of a product that no link sells. */
export function barePriceHtml(product: Product, dates: DateWords | undefined): string {
  return product.price && priceHtml(product, dates)
}

/** The button that leaves for the first shop, with its word alone; '' where the product has no address. */
export function shopLink(product: Product, placement: Placement, place: PlaceLink): string {
  const [{ link, button }] = shownOffers(product)
  return hostOfAddress(link) ? `${shopTag(product, { link, placement, place, label: button })}${button}</a>` : ''
}

/** The button with the shop and the price; '' where the product has no address. */
export function shopButton(product: Product, placement: Placement, place: PlaceLink): string {
  const [offer] = shownOffers(product)
  return buttonHtml(product, { ...offer, isLowest: false }, { placement, place })
}

function buttonHtml(product: Product, offer: ShownOffer, { placement, place }: Omit<ShopTag, 'link'>): string {
  const { link } = offer
  if (!hostOfAddress(link)) return ''
  const words = buttonWords(offer)
  const label = [words, smallWords(offer), offer.price].filter(Boolean).join(' ')
  return `${shopTag(product, { link, placement, place, label })}${escapeHtml(words)}${figureHtml(smallWords(offer), offer.price)}</a>`
}

type ShopsContext = { place: PlaceLink; dates: DateWords | undefined }

/** The button, a row for each further shop, and when their prices were checked. */
export function shopsHtml(product: Product, placement: Placement, { place, dates }: ShopsContext): string {
  const [first, ...others] = shownOffers(product)
  const button = buttonHtml(product, first, { placement, place })
  const sold = others.filter(({ link }) => hostOfAddress(link))
  const rows = sold.map((offer) => {
    const tag = shopTag(product, { link: offer.link, placement, place })
    const words = offer.price
      ? escapeHtml(offer.shop) + figureHtml(smallWords(offer), offer.price)
      : escapeHtml(offer.instead)
    return `<li>${tag}${words}</a></li>`
  })
  return (
    (paragraph(button) || barePriceHtml(product, dates)) +
    (rows.length > 0 ? `<ul data-part="shops">${rows.join('')}</ul>` : '') +
    checkedHtml(button ? [first, ...sold] : sold, dates)
  )
}

/** When the prices of a block were checked, once below all of them. */
export function checkedHtml(offers: readonly ShownOffer[], dates: DateWords | undefined): string {
  const line = checkedLine(offers, dates)
  return line && `<p data-part="checked">${line}</p>`
}

function smallWords({ isLowest, instead }: ShownOffer): string {
  return isLowest ? 'Lowest listed' : instead
}

function figureHtml(small: string, price: string): string {
  return (small && ` <small>${escapeHtml(small)}</small>`) + (price && ` <b>${escapeHtml(price)}</b>`)
}

type ShopTag = { link: string; placement: Placement; place: PlaceLink; label?: string }

/** Begins a link to a shop; with a label, a button whose accessible name tells it from those of other products. */
function shopTag({ id, name }: Product, { link, placement, place, label }: ShopTag): string {
  return startTag('a', {
    href: place(link, placement, id),
    target: '_blank',
    rel: affiliateRel,
    'aria-label': label && `${label}: ${name} (opens in a new tab)`,
    'data-affiliate': placement,
    'data-product-id': id,
    'data-part': label && 'shop-now',
  })
}

export function paragraph(html: string): string {
  return html && `<p>${html}</p>`
}

export function textList(part: string, title: string, texts: readonly string[]): string {
  if (texts.length === 0) return ''
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
  return `<div data-part="${part}"><p><strong>${title}</strong></p><ul aria-label="${title}">${items}</ul></div>`
}
