import { amazonMarketplaces, networks } from '../../../../contract/shop/networks.ts'
import { type RecognisedLink, recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { parameterOf } from '../../../../contract/shop/sub-ids.ts'
import type { FoundProgram } from './found-programs.repo.ts'
import type { OwnedHost } from './programs.repo.ts'

/** Hosts and tracking IDs of one program at most; more stand in no form. */
const LIST_MAX = 50

/** Collects the programs of links, each with the number of its links. */
export type ProgramCollector = {
  addProductLink(url: string, productId: number): void
  /** `isAffiliate`: whether the post marks the link, or its host is that of a product. */
  addPostLink(url: string, postId: number, isAffiliate: boolean): void
  /** Whether a product leads to the host of the URL. */
  isProductHost(url: string): boolean
  /** The programs with the most links first. */
  programs(): FoundProgram[]
}

/** `ownedHosts` are hosts that the owner has given to a program. */
export function createProgramCollector(ownedHosts: ReadonlyMap<string, OwnedHost> = new Map()): ProgramCollector {
  const found = new Map<string, FoundProgram>()
  const productHosts = new Set<string>()

  function read(url: string): RecognisedLink | undefined {
    const link = recogniseLink(url)
    const owned = link?.network === 'generic' ? ownedHosts.get(link.host.replace(/^www\./, '')) : undefined
    if (!link || !owned) return link
    return { ...link, ...owned, trackingId: owned.network === 'amazon' ? parameterOf(url, 'tag') || null : null }
  }

  function programOf(link: RecognisedLink): FoundProgram {
    const id = `${link.network} ${link.key}`
    const known = found.get(id) ?? toProgram(link)
    found.set(id, known)
    if (!known.hosts.includes(link.host) && known.hosts.length < LIST_MAX) known.hosts.push(link.host)
    const { trackingId } = link
    if (trackingId && !known.trackingIds.includes(trackingId) && known.trackingIds.length < LIST_MAX)
      known.trackingIds.push(trackingId)
    if (trackingId) known.tagged.trackingIds.add(trackingId)
    return known
  }

  return {
    addProductLink(url, productId) {
      const link = read(url)
      if (!link) return
      productHosts.add(link.host)
      const program = programOf(link)
      program.product_links += 1
      if (link.trackingId !== null) program.tagged.productIds.add(productId)
    },
    addPostLink(url, postId, isAffiliate) {
      const link = read(url)
      if (!link) return
      const earns =
        link.network === 'amazon'
          ? link.trackingId !== null || link.subIdParameter === null
          : link.network !== 'generic' || link.earns === true
      if (!isAffiliate && !earns) return
      const program = programOf(link)
      program.post_links += 1
      if (link.trackingId !== null) program.tagged.postIds.add(postId)
    },
    isProductHost: (url) => productHosts.has(recogniseLink(url)?.host ?? ''),
    programs: () =>
      [...found.values()].sort(
        (a, b) => b.product_links + b.post_links - a.product_links - a.post_links || (a.name < b.name ? -1 : 1),
      ),
  }
}

function toProgram({ network, key, advertiser }: RecognisedLink): FoundProgram {
  const isNamedByNetwork =
    network === 'generic' || network === 'amazon' || advertiser.startsWith(networks[network].label)
  return {
    network,
    key,
    name: isNamedByNetwork ? advertiser : `${advertiser} (${networks[network].label})`,
    advertiser,
    hosts: [],
    trackingIds: [],
    currency: network === 'amazon' ? (amazonMarketplaces[key] ?? '') : '',
    product_links: 0,
    post_links: 0,
    tagged: { trackingIds: new Set(), productIds: new Set(), postIds: new Set() },
  }
}
