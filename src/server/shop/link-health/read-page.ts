import { collectPage, TEXT_MAX } from './collect-page.ts'
import { normal, stockInData, stockOf } from './page-offers.ts'

/** The facts in the beginning of a page about itself. */
export type PageFindings = {
  /** A captcha or a wait page in front of the real one. */
  isCaptcha: boolean
  isNotFound: boolean
  isOutOfStock: boolean
  /** Where a meta refresh leads to, as it is written. */
  refresh: string | undefined
}

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

/** Only as a statement: not as a condition or a question. */
const saysOutOfStock = new RegExp(
  String.raw`(?:^|\n|[.!:])\s*(?:(?:we[’']re )?sorry[,.!:]? (?:but )?|unfortunately,? )?(?:${outOfStockSentences
    .map((sentence) => sentence.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`\s+`))
    .join('|')})(?![^.!?\n]*\?)`,
)

/** Reads the page at a URL; which product and size it is about follows from that. */
export function readPage(html: string, url: string): PageFindings {
  const found = collectPage(html)
  const title = normal(found.title)
  const heading = normal(found.heading)
  const text = normal(found.text)
  const markup = html.slice(0, TEXT_MAX).toLowerCase()
  const { microdata, headingProduct } = found
  const ofHeading = microdata.get(headingProduct) ?? (microdata.size === 1 ? [...microdata.values()][0]! : [])
  const stock = stockInData(found.data, { url, heading, title }) ?? stockOf(ofHeading) ?? stockOf(found.metadata)
  const isSold = stock === 'in' || found.hasBuyButton
  // A heading that says so, or a short page: shops write such sentences about other products too.
  const saysNotFound = (part: string) => notFoundSentences.some((sentence) => part.includes(sentence))
  return {
    isCaptcha:
      captchaTitles.test(title) ||
      captchaParts.some((part) => markup.includes(part)) ||
      (text.length < WALL_TEXT_MAX && wallParts.some((part) => markup.includes(part))),
    isNotFound:
      stock !== 'in' &&
      (notFoundTitles.test(title) || saysNotFound(heading) || (text.length < 1500 && saysNotFound(text))),
    isOutOfStock: !isSold && (stock === 'out' || saysOutOfStock.test(found.offerText.toLowerCase())),
    refresh: found.refresh,
  }
}
