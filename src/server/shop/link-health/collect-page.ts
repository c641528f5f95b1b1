import { createBoundedParser, UnboundedMarkup } from '../../platform/bounded-parser.ts'

export type Collected = {
  title: string
  heading: string
  text: string
  /** Visible text near the offer; each block is a line. */
  offerText: string
  hasBuyButton: boolean
  /** The JSON-LD. */
  data: string[]
  /** Availabilities of microdata by the product that they stand in; -1 outside of products. */
  microdata: Map<number, string[]>
  /** The product that the heading stands in. */
  headingProduct: number
  /** Availabilities of meta tags. */
  metadata: string[]
  /** Where a meta refresh leads to, as it is written. */
  refresh: string | undefined
}

/** Longest delay of a meta refresh that counts as a redirect, in seconds. */
const REFRESH_MAX = 10
/** Characters of the text that sentences are looked for in. */
export const TEXT_MAX = 60_000
/** Characters of the text that is near the offer. */
const OFFER_MAX = 3000
const BUTTON_MAX = 200

const rawElements = ['script', 'style', 'noscript', 'template']
const inlineElements = ['a', 'b', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'u']
const hiddenClasses =
  /(?:^|\s)(?:(?:is-|u-)?hidden|(?:is-|u-)?hide|d-none|display-none|visually-hidden|sr-only|screen-reader-text)(?:\s|$)/i
const hiddenStyles = /display\s*:\s*none|visibility\s*:\s*hidden/i
const offerIds = /^(?:availability|outofstock|out-of-stock|buybox|product-availability)$/i
const otherParts =
  /(?:^|[\s_-])(?:related|recommended|recommendations?|similar|upsells?|cross-?sells?|also-(?:like|bought|viewed)|recently-viewed|faqs?|questions?|reviews?)(?:[\s_-]|$)/i
const otherHeadings =
  /^\s*(?:you (?:may|might) also|you’ll also|related|similar|recommended|customers (?:also|who)|recently viewed|frequently|questions|reviews|customer reviews|faq)/i
const buyButtons =
  /^\s*(?:add (?:item )?to (?:my |your )?(?:cart|bag|basket|trolley)|buy(?: it)? now|pre-?order|in den (?:warenkorb|einkaufswagen)|ajouter au panier|añadir (?:al carrito|a la cesta)|aggiungi al carrello)/i

/** An open element, with what it has from those around it. */
type Place = {
  kind: 'text' | 'title' | 'heading' | 'data' | 'raw'
  isHidden: boolean
  isDisabled: boolean
  /** An element that is known to hold the offer. */
  isOffer: boolean
  /** A list of other products, questions and the like. */
  isOther: boolean
  product: number
}

type Reading = {
  found: Collected
  /** The open elements, the innermost last. */
  places: Place[]
  products: number
  /** The offer is between the heading of the page and the next one. */
  area: 'before' | 'offer' | 'after' | 'others'
  /** The text of an open button and of an open heading below the first. */
  button: string | undefined
  subheading: string | undefined
}

const outermost: Place = {
  kind: 'text',
  isHidden: false,
  isDisabled: false,
  isOffer: false,
  isOther: false,
  product: -1,
}

/** Reads the HTML as a stream of tags, in linear time whatever it is. */
export function collectPage(html: string): Collected {
  const found: Collected = {
    title: '',
    heading: '',
    text: '',
    offerText: '',
    hasBuyButton: false,
    data: [],
    microdata: new Map(),
    headingProduct: -1,
    metadata: [],
    refresh: undefined,
  }
  const reading: Reading = {
    found,
    places: [{ ...outermost }],
    products: 0,
    area: 'before',
    button: undefined,
    subheading: undefined,
  }
  const parser = createBoundedParser({
    onopentag: (name, attributes) => openTag(reading, name, attributes),
    onclosetag: (name) => closeTag(reading, name),
    ontext: (text) => addText(reading, text),
  })
  try {
    parser.end(html)
  } catch (error) {
    // The part that was read until then counts.
    if (!(error instanceof UnboundedMarkup)) throw error
  }
  return found
}

function openTag(reading: Reading, name: string, attributes: Record<string, string>): void {
  const { found, places } = reading
  separate(reading, name)
  const place = placeOf(name, attributes, innermost(reading))
  if (/\/(?:Individual)?Product(?:Group)?$/i.test(attributes.itemtype ?? '')) place.product = reading.products++
  places.push(place)
  if (name === 'script') found.data.push(...(place.kind === 'data' ? [''] : []))
  openHeading(reading, name, place)
  if (name === 'meta') readMeta(attributes, found)
  if (attributes.itemprop === 'availability' && !place.isOther && reading.area !== 'others') {
    const known = found.microdata.get(place.product) ?? []
    found.microdata.set(place.product, [...known, attributes.href ?? attributes.content ?? ''].slice(0, 100))
  }
  if (!isSeen(reading, place) || place.isDisabled) return
  if (name === 'input' && /^(?:submit|button|image)$/i.test(attributes.type ?? ''))
    addButton(reading, attributes.value ?? attributes.alt ?? '')
  if (name === 'button' || (name === 'a' && attributes.role === 'button')) {
    addButton(reading, attributes['aria-label'] ?? '')
    reading.button = ''
  }
}

function openHeading(reading: Reading, name: string, place: Place): void {
  const { found, places, area } = reading
  if (name === 'h1' && area === 'before') {
    reading.area = 'offer'
    found.headingProduct = place.product
    // The element that holds the heading of the page holds its product.
    for (const around of places) around.isOther = false
  } else if (/^h[1-6]$/.test(name) && area !== 'before') {
    if (area === 'offer') reading.area = 'after'
    reading.subheading = ''
  }
}

function closeTag(reading: Reading, name: string): void {
  const { found, places, button, subheading } = reading
  places.pop()
  if (button !== undefined && !inlineElements.slice(1).includes(name)) {
    addButton(reading, button)
    if (name === 'button' || name === 'a') reading.button = undefined
  }
  if (subheading !== undefined && /^h[1-6]$/.test(name)) {
    if (otherHeadings.test(subheading)) reading.area = 'others'
    reading.subheading = undefined
  }
  separate(reading, name)
  if (!rawElements.includes(name) && found.text.length < TEXT_MAX) found.text += ' '
}

function addText(reading: Reading, text: string): void {
  const { found, button, subheading } = reading
  const { kind, isHidden } = innermost(reading)
  if (kind === 'data') found.data[found.data.length - 1] += text
  else if (kind === 'title') found.title += text
  else if (kind !== 'raw') {
    if (kind === 'heading') found.heading += text
    if (found.text.length < TEXT_MAX) found.text += text
    if (button !== undefined && !isHidden && button.length < BUTTON_MAX) reading.button = button + text
    if (subheading !== undefined && subheading.length < BUTTON_MAX) reading.subheading = subheading + text
    addToOffer(reading, text.replaceAll(/\s+/g, ' '))
  }
}

const innermost = ({ places }: Reading): Place => places.at(-1) ?? outermost

function isSeen({ area }: Reading, { isHidden, isOther }: Place): boolean {
  return !isHidden && !isOther && area !== 'others'
}

function addToOffer(reading: Reading, text: string): void {
  const { found, area } = reading
  const place = innermost(reading)
  const isNear = place.kind !== 'title' && isSeen(reading, place) && (place.isOffer || area === 'offer')
  if (isNear) found.offerText += text.slice(0, OFFER_MAX - found.offerText.length)
}

function separate(reading: Reading, name: string): void {
  if (name === 'br') addToOffer(reading, ' ')
  else if (!inlineElements.includes(name)) addToOffer(reading, '\n')
}

function addButton({ found }: Reading, text: string): void {
  if (buyButtons.test(text)) found.hasBuyButton = true
}

function placeOf(name: string, attributes: Record<string, string>, around: Place): Place {
  const { id = '', class: classes = '', style = '' } = attributes
  const isRaw = rawElements.includes(name)
  const isFolded = (name === 'dialog' || name === 'details') && attributes.open === undefined
  return {
    ...around,
    ...(isRaw && { kind: attributes.type?.toLowerCase() === 'application/ld+json' ? 'data' : 'raw' }),
    ...(name === 'title' && { kind: 'title' }),
    ...(name === 'h1' && { kind: 'heading' }),
    isHidden:
      around.isHidden ||
      isRaw ||
      isFolded ||
      attributes.hidden !== undefined ||
      attributes['aria-hidden'] === 'true' ||
      hiddenStyles.test(style) ||
      hiddenClasses.test(classes),
    isDisabled:
      around.isDisabled ||
      attributes.disabled !== undefined ||
      attributes['aria-disabled'] === 'true' ||
      /(?:^|\s)(?:is-)?disabled(?:\s|$)/.test(classes),
    isOffer: around.isOffer || offerIds.test(id),
    isOther: around.isOther || ['aside', 'nav', 'footer'].includes(name) || otherParts.test(`${id} ${classes}`),
  }
}

function readMeta(attributes: Record<string, string>, found: Collected): void {
  const name = (attributes.property ?? attributes.name ?? '').toLowerCase()
  if (name === 'og:availability' || name === 'product:availability')
    found.metadata.push((attributes.content ?? '').replaceAll(/[_-]/g, ' '))
  if (attributes['http-equiv']?.toLowerCase() !== 'refresh' || found.refresh !== undefined) return
  const [, seconds = '', target = ''] =
    /^\s*(\d{1,6})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(attributes.content ?? '') ?? []
  if (target !== '' && Number(seconds) <= REFRESH_MAX) found.refresh = target.trim()
}
