import { amazonMarketplaces, type NetworkName, networks } from './networks.ts'
import { isPlainUrl, parameterOf } from './sub-ids.ts'

/** The network, program and ids that an affiliate link reveals. */
export type RecognisedLink = {
  network: NetworkName
  /** Lowercase, without port. */
  host: string
  /** Tells programs of one network apart: a marketplace, the id of an advertiser, a host. */
  key: string
  /** A name for people, as far as the link has one. */
  advertiser: string
  /** The owner's account or tag in the link. */
  trackingId: string | null
  /** The parameter for sub-ids; null where the link takes none, such as a short link. */
  subIdParameter: string | null
  /** A link of a creator network, which earns although the network has no reports that Dewlight reads. */
  earns?: true
}

const shortHosts = new Map<string, NetworkName>(
  Object.entries({
    'amzn.to': 'amazon',
    'amzn.eu': 'amazon',
    'amzn.com': 'amazon',
    'amzn.asia': 'amazon',
    'amzn.in': 'amazon',
    'a.co': 'amazon',
    'tidd.ly': 'awin',
    'shrsl.com': 'shareasale',
    'sovrn.co': 'sovrn',
  }),
)

const domains = new Map<string, Exclude<NetworkName, 'amazon' | 'generic'>>(
  Object.entries({
    'awin1.com': 'awin',
    'anrdoezrs.net': 'cj',
    'dpbolvw.net': 'cj',
    'jdoqocy.com': 'cj',
    'kqzyfj.com': 'cj',
    'tkqlhce.com': 'cj',
    'emjcd.com': 'cj',
    'qksrv.net': 'cj',
    'apmebf.com': 'cj',
    'sjv.io': 'impact',
    'pxf.io': 'impact',
    'evyy.net': 'impact',
    '7eer.net': 'impact',
    'ojrq.net': 'impact',
    'linksynergy.com': 'rakuten',
    'shareasale.com': 'shareasale',
    'go.skimresources.com': 'skimlinks',
    'go.redirectingat.com': 'skimlinks',
    'redirect.viglink.com': 'sovrn',
  }),
)

/** Hosts of links that creators make in an app, with the name of their network; subdomains belong to them. */
const creatorNetworks = new Map(
  Object.entries({
    'rstyle.me': 'LTK',
    'liketk.it': 'LTK',
    'shopltk.com': 'LTK',
    'shopmy.us': 'ShopMy',
    'howl.link': 'Howl',
    'shop-links.co': 'Howl',
    'mavely.app.link': 'Mavely',
    'prf.hn': 'Partnerize',
    'flexlinkspro.com': 'FlexOffers',
    'clk.tradedoubler.com': 'Tradedoubler',
    'geni.us': 'Geniuslink',
  }),
)

const impactPath = /^\/c\/(\d+)\/(\d+)\/(\d+)(?=$|[/?#])/

/** The network and program of an http(s) link, `generic` for a host that no network is known by; undefined for other texts. */
export function recogniseLink(url: string): RecognisedLink | undefined {
  const [, hostname, path = ''] = /^https?:\/\/(?:[^@/?#]*@)?([^@/?#:]+)(?::\d*)?([/?#].*)?$/is.exec(url) ?? []
  if (hostname === undefined || !isPlainUrl(url)) return undefined
  const host = plainHost(hostname)
  const short = shortHosts.get(host.replace(/^www\./, ''))
  if (short)
    return { network: short, host, key: host, advertiser: `${networks[short].label}, short links`, ...withoutIds }
  const marketplace = marketplaceOf(host)
  if (marketplace) return amazonLink(url, marketplace, { host, path })
  const creator = creatorNetworks.get(host) ?? creatorNetworks.get(host.split('.').slice(-2).join('.'))
  if (creator) {
    const { key } = named(host)
    return { network: 'generic', host, key, advertiser: `${creator} (${key})`, ...withoutIds, earns: true }
  }
  const network = networkOf(host) ?? (impactPath.test(path) ? 'impact' : undefined)
  if (!network) return { ...named(host), network: 'generic', host, ...withoutIds }
  return { network, host, subIdParameter: networks[network].subIdParameter, ...readers[network](url, host, path) }
}

/** The host as browsers read it: without escapes, wide letters and a dot at its end. */
function plainHost(hostname: string): string {
  const isPlain = /^[a-z0-9.-]*$/i.test(hostname) || !URL.canParse(`https://${hostname}`)
  return (isPlain ? hostname : new URL(`https://${hostname}`).hostname).toLowerCase().replace(/\.$/, '')
}

const withoutIds = { trackingId: null, subIdParameter: null }

/** Older links of Amazon end in their tag. */
const tagInPath = /\/(?:dp|asin|product)\/[a-z0-9]{10}\/(?:ref=[^/]*\/)?([a-z0-9-]+-\d{2})\/?$/i

function marketplaceOf(host: string): string | undefined {
  const labels = host.split('.')
  const domains = [labels.slice(-2), labels.slice(-3)].map((last) => last.join('.'))
  return domains.find((domain) => Object.hasOwn(amazonMarketplaces, domain))
}

function networkOf(host: string) {
  const labels = host.split('.')
  return domains.get(host) ?? domains.get(labels.slice(-2).join('.'))
}

type Place = { host: string; path: string }

function amazonLink(url: string, marketplace: string, { host, path }: Place): RecognisedLink {
  const name = marketplace.charAt(0).toUpperCase() + marketplace.slice(1)
  const pathname = path.replace(/[?#].*$/s, '')
  const ids = {
    trackingId: parameterOf(url, 'tag') || tagInPath.exec(pathname)?.[1] || null,
    // The page of an influencer credits its owner without a tag.
    subIdParameter: /^\/shop\/./.test(pathname) ? null : networks.amazon.subIdParameter,
  }
  return { network: 'amazon', host, key: marketplace, advertiser: name, ...ids }
}

type Ids = Pick<RecognisedLink, 'key' | 'advertiser' | 'trackingId'> & { subIdParameter?: string }
type Reader = (url: string, host: string, path: string) => Ids

/** How the links of each network name the advertiser and the owner. */
const readers: Record<Exclude<NetworkName, 'amazon' | 'generic'>, Reader> = {
  awin: (url) => ({
    ...numbered('advertiser', first(url, ['awinmid', 'mid', 'm', 'v']), first(url, ['ued', 'p'])),
    trackingId: first(url, ['awinaffid', 'a', 'id']),
  }),
  cj(url, host, path) {
    const [, publisher, link] = /\/click-(\d+)-(\d+)/.exec(path) ?? []
    const deep = /\/links\/(\d+)\/type\/dlg\/(?:sid\/[^/]*\/)?(https?:.*)$/i.exec(path)
    const shop = hostOf(deep?.[2] ?? first(url, ['url']))
    const ids = shop ? named(shop) : link ? { key: link, advertiser: `Link ${link}` } : named(host)
    return { ...ids, trackingId: publisher ?? deep?.[1] ?? null }
  },
  impact(url, host, path) {
    const [, account, , campaign] = impactPath.exec(path) ?? []
    const shop = hostOf(first(url, ['u']))
    const isAmazon = shop !== undefined && Object.hasOwn(amazonMarketplaces, shop)
    const brand = host.split('.').length > 2 && networkOf(host) ? host.slice(0, host.indexOf('.')) : host
    const advertiser = isAmazon || !/^(?!i\d)[a-z]/.test(brand) ? (campaign ? `Campaign ${campaign}` : brand) : brand
    const ids = { key: campaign ?? host, advertiser, trackingId: account ?? null }
    // With a sub-id instead, sellers on Amazon get no credit.
    return isAmazon ? { ...ids, subIdParameter: 'sharedid' } : ids
  },
  rakuten: (url) => ({
    ...numbered(
      'advertiser',
      first(url, ['mid']) ?? first(url, ['offerid'])?.split('.')[0] ?? null,
      first(url, ['murl']),
    ),
    trackingId: first(url, ['id']),
  }),
  shareasale: (url) => ({
    ...numbered('merchant', first(url, ['m', 'merchantid']), first(url, ['urllink'])),
    trackingId: first(url, ['u', 'userid']),
  }),
  skimlinks: (url) => ({ key: 'skimlinks', advertiser: 'All shops', trackingId: first(url, ['id']) }),
  sovrn: (url) => ({ key: 'sovrn', advertiser: 'All shops', trackingId: first(url, ['key']) }),
}

function first(url: string, parameters: string[]): string | null {
  for (const parameter of parameters) {
    const value = parameterOf(url, parameter)
    if (value) return value.slice(0, 200)
  }
  return null
}

function named(host: string): { key: string; advertiser: string } {
  const name = host.replace(/^www\./, '')
  return { key: name, advertiser: name }
}

function numbered(noun: string, id: string | null, destination: string | null): { key: string; advertiser: string } {
  const shop = hostOf(destination)
  const key = (id ?? shop ?? 'unknown').slice(0, 100)
  return { key, advertiser: shop ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${key}` }
}

function hostOf(address: string | null | undefined): string | undefined {
  const text = address?.startsWith('//') ? `https:${address}` : address
  return /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=$|[/:?#])/i.exec(text ?? '')?.[1]?.toLowerCase()
}
