import { createBoundedParser, UnboundedMarkup } from '../../platform/bounded-parser.ts'

/** What the beginning of a page says about itself. */
export type PageFindings = {
  /** A captcha or a wait page in front of the real one. */
  isCaptcha: boolean
  isNotFound: boolean
  isOutOfStock: boolean
  /** Where a meta refresh leads to, as it is written. */
  refresh: string | undefined
}

/** Longest delay of a meta refresh that counts as a redirect, in seconds. */
const REFRESH_MAX = 10
/** Characters of the text that sentences are looked for in. */
const TEXT_MAX = 60_000

const captchaTitles =
  /^(?:just a moment|attention required|robot check|are you a robot|access denied|pardon our interruption|please verify|security check|bot verification|one moment, please|sorry! something went wrong)/
const captchaParts = [
  '/errors/validatecaptcha',
  'click the button below to continue shopping',
  'cf-challenge',
  'cf_chl_opt',
  'px-captcha',
  'captcha-delivery.com',
]
/** Also in pages that are shown, so that only a page without text is a wall. */
const wallParts = ['_incapsula_resource', 'incapsula incident id']
const WALL_TEXT_MAX = 300

const notFoundTitles =
  /^(?:(?:error )?404(?: error| not found)?(?:$| ?[-|–:])|page not found|not found|product not found|item not found|seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata|sorry, (?:we couldn|this page))|[-|–:] ?(?:404|page not found|not found)$/
const notFoundSentences = [
  'page not found',
  'this page could not be found',
  'the page you requested cannot be found',
  'the page you are looking for does not exist',
  'this product is no longer available',
  'this item is no longer available',
  'product not found',
  'diese seite wurde nicht gefunden',
  'dieses produkt ist nicht mehr verfügbar',
  'cette page n’existe pas',
  "ce produit n'est plus disponible",
]
const outOfStockSentences = [
  'currently unavailable. we don’t know when',
  "currently unavailable. we don't know when",
  'this item is currently unavailable',
  'this product is currently unavailable',
  'this product is out of stock',
  'this product is currently out of stock',
  'this item is out of stock',
  'this product is sold out',
  'this item is sold out',
  'derzeit nicht verfügbar. ob und wann',
  'dieses produkt ist derzeit nicht verfügbar',
  'dieser artikel ist ausverkauft',
  'actuellement indisponible. nous ne savons pas',
  'ce produit est actuellement indisponible',
  'este producto está agotado',
  'questo prodotto è esaurito',
]

const inStock = /^(?:instock|instoreonly|limitedavailability|onlineonly|preorder|presale|backorder|in stock|available)$/
const outOfStock = /^(?:outofstock|soldout|discontinued|out of stock|oos)$/

/** Reads the HTML as a stream of tags, in linear time whatever it is. */
export function readPage(html: string): PageFindings {
  const found = collect(html)
  const title = normal(found.title)
  const heading = normal(found.heading)
  const text = normal(found.text)
  const markup = html.slice(0, TEXT_MAX).toLowerCase()
  const states = found.availability.map((value) => value.toLowerCase().replace(/^https?:\/\/schema\.org\//, ''))
  const isSold = states.some((state) => inStock.test(state))
  // A heading that says so, or a short page: shops write such sentences about other products too.
  const saysNotFound = (part: string) => notFoundSentences.some((sentence) => part.includes(sentence))
  return {
    isCaptcha:
      captchaTitles.test(title) ||
      captchaParts.some((part) => markup.includes(part)) ||
      (text.length < WALL_TEXT_MAX && wallParts.some((part) => markup.includes(part))),
    isNotFound:
      !isSold && (notFoundTitles.test(title) || saysNotFound(heading) || (text.length < 1500 && saysNotFound(text))),
    isOutOfStock:
      !isSold &&
      (states.some((state) => outOfStock.test(state)) ||
        outOfStockSentences.some((sentence) => text.includes(sentence))),
    refresh: found.refresh,
  }
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

type Collected = { title: string; heading: string; text: string; availability: string[]; refresh: string | undefined }

function collect(html: string): Collected {
  const found: Collected = { title: '', heading: '', text: '', availability: [], refresh: undefined }
  let inside = ''
  let data = ''
  const parser = createBoundedParser({
    onopentag(name, attributes) {
      if (name === 'script') {
        inside = attributes.type?.toLowerCase() === 'application/ld+json' ? 'data' : 'hidden'
        data = ''
      } else if (['style', 'noscript', 'template', 'title', 'h1'].includes(name))
        inside = name === 'title' || name === 'h1' ? name : 'hidden'
      if (name === 'meta') readMeta(attributes, found)
      if (attributes.itemprop === 'availability') found.availability.push(attributes.href ?? attributes.content ?? '')
    },
    onclosetag(name) {
      if (name === 'script' && inside === 'data') found.availability.push(...availabilityIn(data))
      if (['script', 'style', 'noscript', 'template', 'title', 'h1'].includes(name)) inside = ''
      else if (found.text.length < TEXT_MAX) found.text += ' '
    },
    ontext(text) {
      if (inside === 'data') data += text
      else if (inside === 'title') found.title += text
      else if (inside !== 'hidden') {
        if (inside === 'h1') found.heading += text
        if (found.text.length < TEXT_MAX) found.text += text
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

function readMeta(attributes: Record<string, string>, found: Collected): void {
  const name = (attributes.property ?? attributes.name ?? '').toLowerCase()
  if (name === 'og:availability' || name === 'product:availability')
    found.availability.push((attributes.content ?? '').replaceAll(/[_-]/g, ' '))
  if (attributes['http-equiv']?.toLowerCase() !== 'refresh' || found.refresh !== undefined) return
  const [, seconds = '', target = ''] =
    /^\s*(\d{1,6})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(attributes.content ?? '') ?? []
  if (target !== '' && Number(seconds) <= REFRESH_MAX) found.refresh = target.trim()
}

/** The availabilities of the offers; the first ones, since a list of products has one for each. */
function availabilityIn(json: string): string[] {
  return [...json.matchAll(/"availability"\s*:\s*"([^"]{1,80})"/g)]
    .slice(0, 20)
    .map(([, value]) => value!.replaceAll('\\/', '/'))
}
