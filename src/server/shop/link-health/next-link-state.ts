import { addDays } from '../../../contract/platform/days.ts'
import {
  alertStates,
  FAILED_DAYS,
  isFailing,
  isReadFromText,
  type LinkOutcome,
  type LinkReason,
  type LinkState,
  SOLD_OUT_DAYS,
} from '../../../contract/shop/links.ts'
import { targetOf } from './target-of.ts'

/** The result of the checks of a link so far. */
export type CheckedLink = {
  state: LinkState
  reason: LinkReason
  final_url: string | null
  failed_days: number
  last_failed_day: string | null
  changed_at: string | null
  acknowledged_at: string | null
}

type Checked = {
  outcome: LinkOutcome
  reason: LinkReason
  finalUrl: string | null
  /** In the time zone of the site. */
  day: string
  now: string
}

/**
 * The state of a link after a check. 'Broken' and 'gone' take failures on three days, 'out of stock' takes
 * two, unless readers have the fallback already; a check that the shop refused says
 * nothing about the page, so it replaces no alert and counts as no failure. A change of the state or of the page where the link
 * ends is new to the owner, so it ends an acknowledgement.
 */
export function nextLinkState(link: CheckedLink, { outcome, reason, finalUrl, day, now }: Checked): CheckedLink {
  const next = stateAfter(link, { outcome, reason, day })
  const isChanged = next.state !== link.state
  const isMoved = link.final_url !== null && finalUrl !== null && targetOf(link.final_url) !== targetOf(finalUrl)
  return {
    ...next,
    final_url: finalUrl ?? link.final_url,
    changed_at: isChanged ? now : link.changed_at,
    acknowledged_at: isChanged || isMoved ? null : link.acknowledged_at,
  }
}

type Counted = Pick<CheckedLink, 'state' | 'reason' | 'failed_days' | 'last_failed_day'>

function stateAfter(
  { state, reason: former, failed_days, last_failed_day }: CheckedLink,
  { outcome, reason, day }: Pick<Checked, 'outcome' | 'reason' | 'day'>,
): Counted {
  const effective = { state: outcome, reason, failed_days: 0, last_failed_day: null }
  // No later check could end a state that depends on a page which is never requested.
  if (isReadFromText(reason)) return effective
  // Until 'out of stock' takes effect, only the reason tells its days from those of other failures.
  const wasSoldOut = failed_days > 0 && former === 'out-of-stock' && !isFailing(state)
  if (outcome === 'unchecked') {
    const kept = { failed_days, last_failed_day }
    // The text of the link has its tag by now, or it would say so again.
    const isTagBack = state === 'tag-lost' && former !== 'tag' && failed_days === 0
    return (isAlert(state) && !isTagBack) || wasSoldOut
      ? { state, reason: former, ...kept }
      : { state: 'unchecked', reason, ...kept }
  }
  const isSoldOut = outcome === 'out-of-stock'
  if (isSoldOut ? isFailing(state) : outcome !== 'broken' && outcome !== 'gone') return effective
  if (isSoldOut !== wasSoldOut) {
    const kept = wasSoldOut ? 'none' : former
    return { state, reason: isSoldOut ? reason : kept, failed_days: 1, last_failed_day: day }
  }
  // A clock that was set back must not count a day twice.
  const isNewDay = last_failed_day === null || day > last_failed_day
  const days = isNewDay ? failed_days + 1 : failed_days
  const counted = { failed_days: days, last_failed_day: isNewDay ? day : last_failed_day }
  // A shop may respond to a missing page now with 404 and now with a page that says so.
  if (state === 'broken' || state === 'gone') return { state, reason, ...counted }
  if (isSoldOut) return days >= SOLD_OUT_DAYS ? effective : { state, reason, ...counted }
  return days >= FAILED_DAYS ? { state: outcome, reason, ...counted } : { state, reason: former, ...counted }
}

function isAlert(state: LinkState): boolean {
  return (alertStates as readonly LinkState[]).includes(state)
}

/** Days between two checks of a link that works. */
const WEEK = 7

/** The next day on which a link is checked: soon where something is unclear, weekly where nothing is or a check sees nothing new. */
export function nextCheckDay(
  { state, reason, failed_days }: Pick<CheckedLink, 'state' | 'reason' | 'failed_days'>,
  day: string,
): string {
  if (failed_days > 0 && failed_days < FAILED_DAYS) return addDays(day, 1)
  if (state === 'ok' || state === 'redirects' || isReadFromText(reason)) return addDays(day, WEEK)
  return addDays(day, state === 'unchecked' ? 3 : 2)
}

/** Share of the hosts that must respond for a night to count. */
const RESPONDING = 0.2

/** Whether failures without a response are those of the shops: hardly any host responds where the machine is offline. */
export function isNightCounted({ hosts, responding }: { hosts: number; responding: number }): boolean {
  return responding >= Math.max(1, Math.ceil(hosts * RESPONDING))
}
