import type { NetworkName } from './networks.ts'
import { recogniseLink } from './recognise-link.ts'

/** Networks whose links name the publisher in themselves, unless they are short. */
const taggedNetworks: readonly NetworkName[] = ['amazon', 'awin', 'rakuten', 'skimlinks', 'sovrn']

/** Whether a link of a known network names no publisher, so that it earns nothing. */
export function isTagMissing(url: string): boolean {
  const link = recogniseLink(url)
  return (
    link !== undefined &&
    link.trackingId === null &&
    link.subIdParameter !== null &&
    taggedNetworks.includes(link.network)
  )
}

export const TAG_MISSING = 'This link has no tracking tag, so it earns nothing.'
