import { isFailing, type LinkReason, type LinkState } from '../../../contract/shop/links.ts'
import { isTagMissing } from '../../../contract/shop/missing-tag.ts'
import { recogniseLink } from '../../../contract/shop/recognise-link.ts'
import type { Observation } from './check-link.ts'

/** The tracking IDs of programs that the owner has entered, by their keys. */
export type OwnTrackingIds = ReadonlyMap<string, readonly string[]>

/**
 * The result of a check with what the text of the link says of its tag. Readers can still buy, so a page that fails comes
 * before it, and so do failures that the shop did not let this check repeat.
 */
export function withTagInText(
  observation: Observation,
  { url, state, failed_days }: { url: string; state: LinkState; failed_days: number },
  ids: OwnTrackingIds,
): Observation {
  const { outcome } = observation
  const isReachable =
    outcome === 'ok' || outcome === 'redirects' || (outcome === 'unchecked' && !isFailing(state) && failed_days === 0)
  const reason = isReachable ? faultOfTag(url, ids) : undefined
  return reason ? { ...observation, outcome: 'tag-lost', reason } : observation
}

function faultOfTag(url: string, ids: OwnTrackingIds): LinkReason | undefined {
  if (isTagMissing(url)) return 'no-tag'
  const link = recogniseLink(url)
  if (link?.network !== 'amazon' || link.trackingId === null) return undefined
  const own = ids.get(`amazon ${link.key}`) ?? []
  return own.length > 0 && !own.includes(link.trackingId) ? 'other-tag' : undefined
}
