import type { ClickReason } from '../../../contract/audience/newsletter-clicks.ts'
import type { Row } from '../../platform/db/schema.ts'

export type RequestReason = Row<'newsletter_click_requests'>['reason']
export type ClickRequest = { linkKey: string; reason: RequestReason; at: string }
export type SortedClick = { linkKey: string; reason: ClickReason | '' }

type TimedRequest = { linkKey: string; isFooter: boolean; time: number }

/** A person does not read a mail and follow a link so soon after its delivery. */
const DELIVERY_MS = 10_000
/** Several different links within this time are opened by a program. */
const BURST_MS = 10_000
const BURST_LINKS = 3
/** Both links of a mail with two counted ones are opened by a program if they are requested within this time. */
const PAIR_MS = 3000
/** Links at even distances are opened by a program: each so soon after the one before, and the distances differ by so little. */
const SWEEP_MS = 20_000
const JITTER_MS = 1000
const SWEEP_LINKS = 3
/** All counted links of a mail, or so many of them. */
const SWEEP_COUNTED = 4

/**
 * Tells the requests of one recipient for the counted links of one mail apart: those of people, with the reason '', and those
 * of scanners. `links` is the number of counted links; `deliveredAt` is null while the mail server has not accepted the mail.
 */
export function sortClicks(
  requests: readonly ClickRequest[],
  { deliveredAt, links }: { deliveredAt: string | null; links: number },
): SortedClick[] {
  const delivered = deliveredAt === null ? Number.POSITIVE_INFINITY : Date.parse(deliveredAt)
  const sorted = requests
    .filter(({ reason }) => reason === '' || reason === 'footer')
    .map(({ linkKey, reason, at }) => ({ linkKey, isFooter: reason === 'footer', time: Date.parse(at) }))
    .sort((a, b) => a.time - b.time)
  const inBurst = keysInBurst(sorted, links)
  return [
    ...requests.filter(isFiltered).map(({ linkKey, reason }) => ({ linkKey, reason })),
    ...sorted
      .filter(({ isFooter }) => !isFooter)
      .map(({ linkKey, time }): SortedClick => {
        if (inBurst.has(linkKey)) return { linkKey, reason: 'burst' }
        return { linkKey, reason: time < delivered + DELIVERY_MS ? 'at-delivery' : '' }
      }),
  ]
}

function isFiltered(request: ClickRequest): request is ClickRequest & { reason: ClickReason } {
  return request.reason !== '' && request.reason !== 'footer'
}

function keysInBurst(sorted: readonly TimedRequest[], links: number): Set<string> {
  const counted = sorted.filter(({ isFooter }) => !isFooter)
  const bursts = [
    ...windowsOf(sorted, BURST_MS).filter(({ length }) => length >= (links === 1 ? 2 : BURST_LINKS)),
    ...(links === 2 ? windowsOf(counted, PAIR_MS).filter(({ length }) => length === 2) : []),
    ...sweepsOf(sorted).filter(
      (sweep) =>
        sweep.length >= SWEEP_LINKS &&
        sweep.filter(({ isFooter }) => !isFooter).length >= Math.min(links, SWEEP_COUNTED),
    ),
  ]
  return new Set(bursts.flat().map(({ linkKey }) => linkKey))
}

/** The requests within `length` milliseconds from each of them; each link has one request. */
function windowsOf(sorted: readonly TimedRequest[], length: number): TimedRequest[][] {
  return sorted.map(({ time }, at) => sorted.slice(at).filter((request) => request.time < time + length))
}

/** The longest sequence at even distances that begins with each request. */
function sweepsOf(sorted: readonly TimedRequest[]): TimedRequest[][] {
  return sorted.map((_, start) => {
    let [least, most] = [Number.POSITIVE_INFINITY, 0]
    let end = start + 1
    for (; end < sorted.length; end++) {
      const distance = sorted[end]!.time - sorted[end - 1]!.time
      least = Math.min(least, distance)
      most = Math.max(most, distance)
      if (most > SWEEP_MS || most - least > JITTER_MS) break
    }
    return sorted.slice(start, end)
  })
}
