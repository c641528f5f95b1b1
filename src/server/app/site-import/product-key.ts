import { pageBehind } from '../../../contract/shop/link-destination.ts'
import { recogniseLink } from '../../../contract/shop/recognise-link.ts'
import { decoded } from './export-files.ts'

/** Parameters that say from where a reader comes, not which page is meant. */
const tracking =
  /^(?:utm_\w+|mc_\w+|pk_\w+|fbclid|gclid|msclkid|ttclid|igshid|ref|ref_|referrer|source|aff\w*|sub_?id\d?|click_?(?:id|ref)|tag|linkcode|linkid|ascsubtag|camp|creative|creativeasin|irclickid|irgwc|sharedid|u1|sid|awc)$/i

/** Equal for all links to one product: its number at Amazon, else its page without what credits and tracks. */
export function productKey(url: string): string {
  const page = pageBehind(url)
  const asin = asinIn(page)
  if (asin) return `amazon ${asin}`
  if (!URL.canParse(page)) return page
  const { hostname, pathname, searchParams } = new URL(page)
  const query = [...searchParams].filter(([name]) => !tracking.test(name)).sort()
  const rest = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  return hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '') + rest
}

/** The number of the product in a link to Amazon. */
export function asinIn(url: string): string | undefined {
  if (recogniseLink(url)?.network !== 'amazon') return undefined
  const [, asin] =
    /\/(?:dp(?:\/product)?|d|gp\/(?:product|aw\/d|offer-listing)|exec\/obidos\/(?:asin|tg\/detail\/-)|o\/asin|product)\/([a-z\d]{10})(?=$|[/?#])/i.exec(
      url,
    ) ?? []
  return asin?.toUpperCase()
}

/** A name for a product from its link: the words in its path; '' where it has none. */
export function nameInLink(url: string): string {
  const page = pageBehind(url)
  if (!URL.canParse(page)) return ''
  const parts = new URL(page).pathname.split('/').filter(Boolean)
  // Amazon writes the name before the number.
  const part = asinIn(page) ? parts[parts.findIndex((each) => /^(?:dp|gp|exec)$/.test(each)) - 1] : parts.at(-1)
  const words = decoded(part ?? '')
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+\s]+/g, ' ')
    .trim()
  return /\p{L}{3}/u.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : ''
}
