import { amazonMarketplaces } from '../../../contract/shop/networks.ts'

/** The shop of Amazon and the tracking ID that most links of the old site have; '' if none has one. */
export type AmazonStore = { host: string; tag: string }

const noStore: AmazonStore = { host: 'www.amazon.com', tag: '' }

/** Counts the links to Amazon in a text by shop and tracking ID. */
export function countStores(content: string, counts: Map<string, number>): void {
  for (const [, host = '', rest = ''] of content.matchAll(
    /\/\/(?:www\.)?(amazon\.[a-z.]{2,6})\/([^\s"'<>]{0,2000})/gi,
  )) {
    if (!Object.hasOwn(amazonMarketplaces, host.toLowerCase())) continue
    const [, tag = ''] = /[?&;]tag=([\w-]{1,64})/i.exec(rest) ?? []
    const key = `${host.toLowerCase()} ${tag}`
    // One without an ID says only which shop it is.
    counts.set(key, (counts.get(key) ?? 0) + (tag ? 1 : 0.001))
  }
}

export function mostFrequentStore(counts: ReadonlyMap<string, number>): AmazonStore {
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  if (!first) return noStore
  const [host = '', tag = ''] = first[0].split(' ')
  return { host: `www.${host}`, tag }
}

/** How plugins name the shops. */
const hosts: Record<string, string> = {
  us: 'amazon.com',
  com: 'amazon.com',
  uk: 'amazon.co.uk',
  gb: 'amazon.co.uk',
  'co.uk': 'amazon.co.uk',
  jp: 'amazon.co.jp',
  'co.jp': 'amazon.co.jp',
  au: 'amazon.com.au',
  mx: 'amazon.com.mx',
  br: 'amazon.com.br',
  tr: 'amazon.com.tr',
  be: 'amazon.com.be',
  za: 'amazon.co.za',
}

/** The link to a product by its number; the shop and the ID of a shortcode count more than those of most links. */
export function amazonLink(
  asin: string,
  store: AmazonStore = noStore,
  given: { shop?: string; tag?: string } = {},
): string {
  const shop = given.shop?.toLowerCase() ?? ''
  const named = hosts[shop] ?? `amazon.${shop}`
  const host = Object.hasOwn(amazonMarketplaces, named) ? `www.${named}` : store.host
  // An ID is valid in the shop that it was given for.
  const tag = given.tag || (host === store.host ? store.tag : '')
  return `https://${host}/dp/${asin}${tag ? `?tag=${encodeURIComponent(tag)}` : ''}`
}
