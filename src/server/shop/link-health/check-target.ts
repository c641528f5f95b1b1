import { destinationOf, WRAPPERS_MAX, type WrappingNetwork } from '../../../contract/shop/link-destination.ts'
import type { NetworkName } from '../../../contract/shop/networks.ts'
import { type RecognisedLink, recogniseLink } from '../../../contract/shop/recognise-link.ts'
import { parameterOf, withoutParameters } from '../../../contract/shop/sub-ids.ts'

/** The URL that a check may request for a link, with whether the link credits anyone, or why it requests nothing. */
export type CheckTarget = { url: string; isCredited: boolean } | { reason: 'own-click' | 'closed-network' }

/** A network that the owner has said a host belongs to. */
export type NetworkOfHost = (host: string) => NetworkName | undefined

/** The parameters of a network's own that its destination may repeat. */
const ownParameters: Record<WrappingNetwork, string[]> = {
  awin: ['clickref', 'clickref2', 'clickref3', 'clickref4', 'clickref5', 'clickref6'],
  cj: ['sid', 'pid', 'aid'],
  impact: ['subid1', 'subid2', 'subid3', 'sharedid'],
  rakuten: ['u1', 'subid'],
  skimlinks: ['xcust'],
  sovrn: ['cuid'],
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
    const href = URL.canParse(url) ? new URL(url).href : undefined
    const link = href === undefined ? undefined : recogniseLink(href)
    if (href === undefined || !link) return { url, isCredited: false }
    const network = link.network === 'generic' ? (networkOfHost(link.host) ?? 'generic') : link.network
    if (network === 'shareasale') return { reason: 'closed-network' }
    if (link.earns) return { reason: 'own-click' }
    const isWrapped = depth > 0
    if (network === 'generic') return shopTarget(url, { href, names: [...clickIds, ...passed], isWrapped })
    if (network === 'amazon') return amazonTarget(url, { href, link, isWrapped })
    const destination = destinationOf(href, network)
    if (destination === undefined) return { reason: 'own-click' }
    passed.push(...ownParameters[network])
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

/** Shops of Amazon on hosts of their own, such as Audible, know its associates by the same parameter. */
const associate = /^[a-z0-9-]+-\d{2}$/i

function shopTarget(url: string, { href, names, isWrapped }: Found & { names: readonly string[] }): CheckTarget {
  const isTagged = associate.test(parameterOf(href, 'tag') ?? '')
  const stripped = withoutParameters(href, isTagged ? [...names, 'tag'] : names)
  return { url: stripped === href ? url : stripped, isCredited: isWrapped || stripped !== href }
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
