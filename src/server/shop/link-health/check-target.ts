import type { NetworkName } from '../../../contract/shop/networks.ts'
import { type RecognisedLink, recogniseLink } from '../../../contract/shop/recognise-link.ts'
import { parameterOf, withoutParameters } from '../../../contract/shop/sub-ids.ts'

/** The URL that a check may request for a link, with whether the link credits anyone, or why it requests nothing. */
export type CheckTarget = { url: string; isCredited: boolean } | { reason: 'own-click' | 'closed-network' }

/** A network that the owner has said a host belongs to. */
export type NetworkOfHost = (host: string) => NetworkName | undefined

/** Networks around one destination, such as Awin around Skimlinks around Amazon. */
const WRAPPERS_MAX = 5

/** How the links of a network name their destination, and the parameters of its own that such a destination may repeat. */
const wrappers: Record<Exclude<NetworkName, 'amazon' | 'shareasale' | 'generic'>, { in: string[]; own: string[] }> = {
  awin: { in: ['ued', 'p'], own: ['clickref', 'clickref2', 'clickref3', 'clickref4', 'clickref5', 'clickref6'] },
  cj: { in: ['url'], own: ['sid', 'pid', 'aid'] },
  impact: { in: ['u'], own: ['subid1', 'subid2', 'subid3', 'sharedid'] },
  rakuten: { in: ['murl', 'rd_parm1'], own: ['u1', 'subid'] },
  skimlinks: { in: ['url'], own: ['xcust'] },
  sovrn: { in: ['u', 'out', 'url'], own: ['cuid'] },
}

/** Parameters by which a shop knows the click of a network; each is one network's own word. */
const clickIds = [
  ...['awc', 'cjevent', 'cjdata', 'irclickid', 'irgwc', 'im_ref', 'ransiteid', 'raneaid', 'ranmid', 'sscid', 'tduid'],
  ...['avad', 'admitad_uid', 'skimlinks_id', 'clickref', 'afftrack', 'xcust', 'ascsubtag'],
]

/** Parameters of Amazon's links that credit an associate, or say which of its ads was followed. */
const amazonParameters = [
  ...['tag', 'ascsubtag', 'asc_source', 'asc_campaign', 'asc_refurl', 'linkcode', 'linkid', 'camp', 'creative'],
  ...['creativeasin', 'maas', 'aa_campaignid', 'aa_adgroupid', 'aa_creativeid', ...clickIds],
]
/** Parameters by which Amazon knows the button or the page of a click; its own redirects add them. */
const amazonReferences = ['ref', 'ref_']

/**
 * The destination of a link without what credits the owner: networks forbid programs that follow their publisher's links. A
 * link of an unknown program stays as it is; one that hides its destination is not requested at all.
 */
export function checkTargetOf(address: string, networkOfHost: NetworkOfHost = () => undefined): CheckTarget {
  const passed: string[] = []
  let url = address
  for (let depth = 0; depth <= WRAPPERS_MAX; depth++) {
    // Browsers read what is not plain, such as a host with escapes, as `URL` does.
    const href = URL.canParse(url) ? new URL(url).href : url
    const link = recogniseLink(href)
    if (!link) return { url, isCredited: false }
    const network = link.network === 'generic' ? (networkOfHost(link.host) ?? 'generic') : link.network
    if (network === 'shareasale') return { reason: 'closed-network' }
    if (link.earns) return { reason: 'own-click' }
    const isWrapped = depth > 0
    if (network === 'generic') return shopTarget(url, { href, names: [...clickIds, ...passed], isWrapped })
    if (network === 'amazon') return amazonTarget(url, { href, link, isWrapped })
    const { in: names, own } = wrappers[network]
    const destination = destinationIn(href, names)
    if (destination === undefined) return { reason: 'own-click' }
    passed.push(...own)
    url = destination
  }
  return { reason: 'own-click' }
}

/** The host that a check of a link calls first; undefined where it calls none. */
export function calledHost(address: string, networkOfHost?: NetworkOfHost): string | undefined {
  const target = checkTargetOf(address, networkOfHost)
  return 'url' in target && URL.canParse(target.url) ? new URL(target.url).host : undefined
}

type Found = { href: string; isWrapped: boolean }

function shopTarget(url: string, { href, names, isWrapped }: Found & { names: readonly string[] }): CheckTarget {
  const stripped = withoutParameters(href, names)
  return { url: stripped === href ? url : stripped, isCredited: isWrapped || stripped !== href }
}

function destinationIn(href: string, names: readonly string[]): string | undefined {
  // CJ writes it into the path, as it is.
  const [, inPath] =
    /^https?:\/\/[^/?#]+\/links\/\d+\/type\/dlg\/(?:sid\/[^/?#]*\/)?(https?(?::|%3a).*)$/is.exec(href) ?? []
  let text = inPath ?? names.map((name) => parameterOf(href, name)).find(Boolean)
  // Escaped once more by each tool that it went through.
  for (let times = 0; text !== undefined && /^https?%(?:25)*3a/i.test(text) && times < WRAPPERS_MAX; times++)
    text = decode(text)
  if (text?.startsWith('//')) text = `https:${text}`
  if (text !== undefined && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?=$|[/:?#])/i.test(text)) text = `https://${text}`
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const product = /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/asin|o\/asin)\/([a-z0-9]{10})(?=$|[/?#])/i
/** Pages of Amazon that lead elsewhere, or that credit whom their path names. */
const redirecting = /^\/(?:gp\/(?:r|redirect|slredirect)|exec\/obidos|o|associates)(?=$|[/.])/i

/** A page of Amazon without tag; what stands behind the number of a product names associates too. */
function amazonTarget(url: string, { href, link, isWrapped }: Found & { link: RecognisedLink }): CheckTarget {
  const page = new URL(href)
  const [found, number] = product.exec(page.pathname) ?? []
  const isRedirecting = redirecting.test(page.pathname)
  if (link.subIdParameter === null || (found === undefined && isRedirecting)) return { reason: 'own-click' }
  if (found === undefined) page.pathname = page.pathname.replace(/\/ref=[^/]*/g, '')
  else if (isRedirecting) page.pathname = `/dp/${number}`
  else page.pathname = page.pathname.slice(0, page.pathname.indexOf(found) + found.length)
  const stripped = withoutParameters(page.href, amazonParameters)
  const isCredited = isWrapped || stripped !== page.href || link.trackingId !== null || isRedirecting
  const target = withoutParameters(stripped, amazonReferences)
  return { url: target === href ? url : target, isCredited }
}
