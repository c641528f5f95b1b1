import { amazonMarketplaces, networks } from '../../../../contract/networks.ts'
import { type RecognisedLink, recogniseLink } from '../../../../contract/recognise-link.ts'
import type { FoundProgram } from './programs.repo.ts'

/** Hosts and tracking IDs of one program at most; more stand in no form. */
const LIST_MAX = 50

/** Collects the programs of links, each with the number of its links. */
export type ProgramCollector = {
  addProductLink(url: string): void
  /** `isAffiliate`: whether the post marks the link, or its host is that of a product. */
  addPostLink(url: string, isAffiliate: boolean): void
  /** Whether a product leads to the host of the URL. */
  isProductHost(url: string): boolean
  /** The programs with the most links first. */
  programs(): FoundProgram[]
}

export function createProgramCollector(): ProgramCollector {
  const found = new Map<string, FoundProgram>()
  const productHosts = new Set<string>()

  function programOf(link: RecognisedLink): FoundProgram {
    const id = `${link.network} ${link.key}`
    const known = found.get(id) ?? toProgram(link)
    found.set(id, known)
    if (!known.hosts.includes(link.host) && known.hosts.length < LIST_MAX) known.hosts.push(link.host)
    const { trackingId } = link
    if (trackingId && !known.trackingIds.includes(trackingId) && known.trackingIds.length < LIST_MAX)
      known.trackingIds.push(trackingId)
    return known
  }

  return {
    addProductLink(url) {
      const link = recogniseLink(url)
      if (!link) return
      productHosts.add(link.host)
      programOf(link).product_links += 1
    },
    addPostLink(url, isAffiliate) {
      const link = recogniseLink(url)
      if (!link) return
      const earns =
        link.network === 'amazon'
          ? link.trackingId !== null || link.subIdParameter === null
          : link.network !== 'generic'
      if (isAffiliate || earns) programOf(link).post_links += 1
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
  }
}
