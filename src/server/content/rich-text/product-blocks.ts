import { BLOCK } from '../../../contract/content/blocks.ts'
import { decidingFacts, sizeLine } from '../../../contract/content/product-lines.ts'
import { shownOffers } from '../../../contract/content/product-offers.ts'
import type { DateWords } from '../../../contract/platform/format-day.ts'
import { obtainedLine } from '../../../contract/shop/obtained.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { unitPriceLine } from '../../../contract/shop/unit-price.ts'
import { hostOfAddress } from './affiliate-links.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import {
  barePriceHtml,
  brandHtml,
  checkedHtml,
  forWhomHtml,
  labelHtml,
  nameLink,
  type PlaceLink,
  paragraph,
  pictureLink,
  priceHtml,
  productHref,
  ratingHtml,
  shopButton,
  shopLink,
  shopsHtml,
  shortNameLink,
  textList,
  thumbnail,
  verdictHtml,
} from './product-parts.ts'

type Context = { place: PlaceLink; dates: DateWords | undefined }

/** Before the owner's words: the product, her rating and her verdict, and where to buy it. */
export function reviewStart(product: Product, { author, ...context }: Context & { author: string }): string {
  return (
    `<div data-part="head">${pictureLink(product, { sizes: '(min-width: 640px) 240px, 33vw', drawn: 160 })}<div>${brandHtml(product)}` +
    `<p data-part="name"><strong>${shortNameLink(product)}</strong></p>${labelHtml(product)}${ratingHtml(product, author)}</div>` +
    `${verdictHtml(product)}${part('shop', shopsHtml(product, 'review', context))}</div>`
  )
}

/** After the owner's words: what speaks for and against it, and the facts, of which the product's page has more. */
export function reviewEnd(product: Product): string {
  const { pros, cons } = product.facts
  const lists = textList('pros', 'Pros', pros) + textList('cons', 'Cons', cons)
  const chips = decidingFacts(product).map((fact) => `<li>${escapeHtml(fact)}</li>`)
  return (
    (lists && `<div data-part="notes">${lists}</div>`) +
    (chips.length > 0 ? `<ul data-part="chips">${chips.join('')}</ul>` : '') +
    factsHtml(product)
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
  return `<details><summary>All facts</summary><dl data-part="facts">${list}</dl></details>`
}

/** A product in an article, as a note of its writer; styled by its attribute. */
export function productBoxHtml(product: Product, { place, dates }: Context): string {
  return (
    `<div data-product-box="${product.id}">${pictureLink(product, { sizes: '(min-width: 640px) 128px, 96px', drawn: 96 })}` +
    `<div><p><strong>${nameLink(product)}</strong></p>${labelHtml(product)}${verdictHtml(product)}${forWhomHtml(product)}` +
    `${priceHtml(product, dates)}${paragraph(shopLink(product, 'product-box', place))}</div></div>`
  )
}

/** Several products; nothing if none of them is active. */
export function productBoxesHtml(products: Product[], context: Context): string {
  if (products.length === 0) return ''
  return `${startTag('div', { [BLOCK]: 'products' })}${products.map((product) => productBoxHtml(product, context)).join('')}</div>`
}

/** A note on a product: its name before the owner's words, its price after them. */
export function noteStart(product: Product): string {
  return `${pictureLink(product, { sizes: '72px', drawn: 72 })}<p data-part="name"><strong>${nameLink(product)}</strong></p>${labelHtml(product)}`
}

export function noteEnd(product: Product, { place, dates }: Context): string {
  return priceHtml(product, dates) + paragraph(shopLink(product, 'note', place))
}

/** After the heading of a pick, or first where it has none. */
export function pickStart(product: Product): string {
  return `${pictureLink(product, pickPicture)}<p data-part="name"><strong>${nameLink(product)}</strong></p>${labelHtml(product)}`
}

/** After the owner's reason; the verdict stands in its place where she wrote none. */
export function pickEnd(
  product: Product,
  { author, place, dates }: Context & { author: string },
  hasReason: boolean,
): string {
  const shop = paragraph(shopButton(product, 'pick', place)) || barePriceHtml(product, dates)
  return (hasReason ? '' : verdictHtml(product)) + part('shop', ratingHtml(product, author) + shop)
}

type IndexedPick = { product: Product; role: string; id: string | undefined }

/** Leads to each pick by its heading, or to its product where it has none. A single pick needs no index. */
export function picksIndex(picks: readonly IndexedPick[]): string {
  if (picks.length < 2) return ''
  const items = picks.map(({ product, role, id }) => {
    const { name, obtainedLabel } = product
    const { price } = shownOffers(product)[0]
    const words = [
      role && `<strong>${escapeHtml(role)}</strong>`,
      escapeHtml([name, obtainedLabel].filter(Boolean).join(' · ')),
    ]
    return (
      `<li>${startTag('a', { href: id ? `#${id}` : productHref(product) })}${thumbnail(product, pickPicture)}` +
      `<span>${words.filter(Boolean).join(' ')}</span>${price && ` <b>${escapeHtml(price)}</b>`}</a></li>`
    )
  })
  return `<ul data-part="index">${items.join('')}</ul>`
}

/** One for the index and the pick, which then load one file. */
const pickPicture = { sizes: '(min-width: 640px) 128px, 96px', drawn: 96 }

/** When the prices of picks were checked, once below all of them. */
export function picksEnd(products: readonly Product[], dates: DateWords | undefined): string {
  const offers = products.map((product) => shownOffers(product)[0])
  return checkedHtml(
    offers.filter(({ link }) => hostOfAddress(link)),
    dates,
  )
}

function part(name: string, html: string): string {
  return html && `<div data-part="${name}">${html}</div>`
}
