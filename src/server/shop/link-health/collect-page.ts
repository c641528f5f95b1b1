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
  const outside = { isHidden: false, isDisabled: false, isOffer: false, isOther: false, product: -1 }
  const places: Place[] = [{ kind: 'text', ...outside }]
  let products = 0
  // The offer is between the heading of the page and the next one.
  let area: 'before' | 'offer' | 'after' | 'others' = 'before'
  let button: string | undefined
  let subheading: string | undefined

  const isSeen = ({ isHidden, isOther }: Place) => !isHidden && !isOther && area !== 'others'
  const addToOffer = (text: string) => {
    const place = places.at(-1)!
    const isNear = place.kind !== 'title' && isSeen(place) && (place.isOffer || area === 'offer')
    if (isNear) found.offerText += text.slice(0, OFFER_MAX - found.offerText.length)
  }
  const separate = (name: string) => {
    if (name === 'br') addToOffer(' ')
    else if (!inlineElements.includes(name)) addToOffer('\n')
  }
  const addButton = (text: string) => {
    if (buyButtons.test(text)) found.hasBuyButton = true
  }
  const canBuyWith = (place: Place) => isSeen(place) && !place.isDisabled

  const parser = createBoundedParser({
    onopentag(name, attributes) {
      separate(name)
      const place = placeOf(name, attributes, places.at(-1)!)
      if (/\/(?:Individual)?Product(?:Group)?$/i.test(attributes.itemtype ?? '')) place.product = products++
      places.push(place)
      if (name === 'script') found.data.push(...(place.kind === 'data' ? [''] : []))
      if (name === 'h1' && area === 'before') {
        area = 'offer'
        found.headingProduct = place.product
        // What holds the heading of the page holds the product of the page.
        for (const around of places) around.isOther = false
      } else if (/^h[1-6]$/.test(name) && area !== 'before') {
        if (area === 'offer') area = 'after'
        subheading = ''
      }
      if (name === 'meta') readMeta(attributes, found)
      if (attributes.itemprop === 'availability' && !place.isOther && area !== 'others') {
        const known = found.microdata.get(place.product) ?? []
        found.microdata.set(place.product, [...known, attributes.href ?? attributes.content ?? ''].slice(0, 100))
      }
      if (!canBuyWith(place)) return
      if (name === 'input' && /^(?:submit|button|image)$/i.test(attributes.type ?? ''))
        addButton(attributes.value ?? attributes.alt ?? '')
      if (name === 'button' || (name === 'a' && attributes.role === 'button')) {
        addButton(attributes['aria-label'] ?? '')
        button = ''
      }
    },
    onclosetag(name) {
      places.pop()
      if (button !== undefined && !inlineElements.slice(1).includes(name)) {
        addButton(button)
        if (name === 'button' || name === 'a') button = undefined
      }
      if (subheading !== undefined && /^h[1-6]$/.test(name)) {
        if (otherHeadings.test(subheading)) area = 'others'
        subheading = undefined
      }
      separate(name)
      if (!rawElements.includes(name) && found.text.length < TEXT_MAX) found.text += ' '
    },
    ontext(text) {
      const { kind, isHidden } = places.at(-1)!
      if (kind === 'data') found.data[found.data.length - 1] += text
      else if (kind === 'title') found.title += text
      else if (kind !== 'raw') {
        if (kind === 'heading') found.heading += text
        if (found.text.length < TEXT_MAX) found.text += text
        if (button !== undefined && !isHidden && button.length < BUTTON_MAX) button += text
        if (subheading !== undefined && subheading.length < BUTTON_MAX) subheading += text
        addToOffer(text.replaceAll(/\s+/g, ' '))
      }
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    // What was read until then counts.
    if (!(error instanceof UnboundedMarkup)) throw error
  }
  return found
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
