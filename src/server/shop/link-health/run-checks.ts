import { setTimeout as pause } from 'node:timers/promises'
import { dayIn } from '../../../contract/platform/days.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import { listOwnedHosts, listOwnTrackingIds } from '../earnings/programs/programs.repo.ts'
import { checkLink, type Known } from './check-link.ts'
import { calledHost, type NetworkOfHost } from './check-target.ts'
import {
  type AnnounceFallback,
  countChecks,
  type LinkToCheck,
  listDueLinks,
  listRequestedLinks,
  recordCheck,
  resolvePendingChecks,
} from './link-checks.repo.ts'
import type { Pace } from './pace.ts'
import { withTagInText } from './tag-in-text.ts'

/** Links of one day at most, besides those whose check the owner has requested. */
const LINKS_MAX = 300

export type RunOptions = {
  request: GuardedRequest
  timeZone: string
  clock: () => Date
  signal: AbortSignal
  /** Only what the owner has requested. */
  isRequestedOnly?: boolean
  linksMax?: number
  /** Shared by all runs of a process. */
  pace: Pace
  onProgress?: (checked: number) => void
  /** The pages with products, which show a fallback as soon as a link fails. */
  pages?: { announce: AnnounceFallback; purge(): void | Promise<void> }
}

/**
 * Checks what is due, one link after the other, and each host at most every ten seconds. Every result is stored at once, so that a
 * killed run goes on where it was. Call it in one process at a time.
 */
export async function runLinkChecks(db: Db, options: RunOptions): Promise<number> {
  const { request, timeZone, clock, signal, isRequestedOnly, linksMax = LINKS_MAX, pace, onProgress, pages } = options
  const today = () => dayIn(timeZone, clock())
  const resolvePending = async () => {
    if (await resolvePendingChecks(db, clock().toISOString(), pages?.announce)) await pages?.purge()
  }
  await resolvePending()
  const day = today()
  const queue = isRequestedOnly ? [] : await listDueLinks(db, day, linksMax - (await countChecks(db, day)))
  const [owned, ids] = [await listOwnedHosts(db), await listOwnTrackingIds(db)]
  const networkOfHost: NetworkOfHost = (host) => owned.get(host.replace(/^www\./, ''))?.network
  const readyIn = ({ url }: LinkToCheck) => {
    const host = calledHost(url, networkOfHost)
    return host === undefined ? 0 : pace.readyIn(host)
  }
  const isBusy = ({ url }: LinkToCheck) => busy.has(calledHost(url, networkOfHost) ?? '')
  const busy = new Set<string>()
  const checked = new Set<number>()
  for (;;) {
    signal.throwIfAborted()
    const link = await nextLink(db, { queue, checked, isBusy, readyIn })
    if (!link) break
    const wait = readyIn(link)
    if (wait > WAIT_MS) {
      // The owner may request a check meanwhile.
      await pause(WAIT_MS, undefined, { signal })
      continue
    }
    const found = await checkLink(link.url, { request, pace: pace.wait, known: knownOf(link), networkOfHost, signal })
    const observation = withTagInText(found, link, ids)
    const when = { day: today(), now: clock().toISOString(), announce: pages?.announce }
    if (await recordCheck(db, link.id, observation, when)) await pages?.purge()
    for (const host of observation.busyHosts) busy.add(host)
    checked.add(link.id)
    onProgress?.(checked.size)
  }
  await resolvePending()
  return checked.size
}

const WAIT_MS = 1000

/** The validators of a page that failed belong to the failure, so while failures are counted it is read again. */
function knownOf({ state, failed_days, final_url, etag, last_modified }: LinkToCheck): Known | undefined {
  if (final_url === null || failed_days > 0) return undefined
  return { outcome: state, finalUrl: final_url, etag, lastModified: last_modified }
}

type Choice = {
  queue: LinkToCheck[]
  checked: ReadonlySet<number>
  /** Whether its host wants to be left alone for now. */
  isBusy(link: LinkToCheck): boolean
  readyIn(link: LinkToCheck): number
}

/** Takes the link that the owner has requested, else the first due one whose host may be called soonest; none of an overloaded host. */
async function nextLink(db: Db, { queue, checked, isBusy, readyIn }: Choice): Promise<LinkToCheck | undefined> {
  const requested = (await listRequestedLinks(db)).find(({ id }) => !checked.has(id))
  if (requested) return requested
  let best: LinkToCheck | undefined
  for (const link of queue) {
    if (checked.has(link.id) || isBusy(link)) continue
    if (!best || readyIn(link) < readyIn(best)) best = link
  }
  return best
}
