import type { ClickReason } from '../../../contract/newsletter-clicks.ts'

export type ClickRequest = { linkKey: string; reason: ClickReason | ''; at: string }
export type SortedClick = { linkKey: string; reason: ClickReason | '' }

/** In milliseconds: a person does not read a mail and follow a link so soon after its delivery. */
const DELIVERY_MS = 10_000
/** Several different links within so many milliseconds are opened by a program. */
const BURST_MS = 10_000
const BURST_LINKS = 3
/** Of a mail with two links, both. */
const PAIR_MS = 3000

/**
 * Tells the requests of one recipient for the links of one mail apart: those of people, with the reason '', and those of
 * scanners. `deliveredAt` is null while the mail server has not accepted the mail.
 */
export function sortClicks(
  requests: readonly ClickRequest[],
  { deliveredAt, links }: { deliveredAt: string | null; links: number },
): SortedClick[] {
  const delivered = deliveredAt === null ? Number.POSITIVE_INFINITY : Date.parse(deliveredAt)
  const maybePeople = requests
    .filter(({ reason }) => reason === '')
    .map(({ linkKey, at }) => ({ linkKey, time: Date.parse(at) }))
    .sort((a, b) => a.time - b.time)
  const inBurst = keysInBurst(maybePeople, links)
  return [
    ...requests.filter(({ reason }) => reason !== '').map(({ linkKey, reason }) => ({ linkKey, reason })),
    ...maybePeople.map(({ linkKey, time }) => ({
      linkKey,
      reason: inBurst.has(linkKey) ? 'burst' : time < delivered + DELIVERY_MS ? 'at-delivery' : ('' as const),
    })),
  ] as SortedClick[]
}

/** A window slides over the requests; each link has one. */
function keysInBurst(sorted: readonly { linkKey: string; time: number }[], links: number): Set<string> {
  const [least, length] = links === 2 ? [2, PAIR_MS] : [BURST_LINKS, BURST_MS]
  const keys = new Set<string>()
  for (const [at, { time }] of sorted.entries()) {
    const window = sorted.slice(at).filter((request) => request.time < time + length)
    if (window.length >= least) for (const { linkKey } of window) keys.add(linkKey)
  }
  return keys
}
