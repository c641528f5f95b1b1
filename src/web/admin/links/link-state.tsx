import {
  FAILED_DAYS,
  type LinkState,
  type LinkSummary,
  linkReasons,
  linkStates,
  SOLD_OUT_DAYS,
} from '../../../contract/shop/links.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'

const tones: Record<LinkState, StatusTone> = {
  new: 'quiet',
  ok: 'good',
  redirects: 'good',
  unchecked: 'quiet',
  'tag-lost': 'alert',
  'out-of-stock': 'waiting',
  gone: 'alert',
  broken: 'alert',
}

type LinkStateBadgeProps = { link: Pick<LinkSummary, 'state' | 'acknowledgedAt' | 'isRequested' | 'fallbacks'> }

export function LinkStateBadge({ link: { state, acknowledgedAt, isRequested, fallbacks } }: LinkStateBadgeProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <StatusBadge tone={acknowledgedAt ? 'quiet' : tones[state]}>{linkStates[state]}</StatusBadge>
      {acknowledgedAt && <StatusBadge tone="quiet">Acknowledged</StatusBadge>}
      {fallbacks > 0 && <StatusBadge tone="good">Fallback in use</StatusBadge>}
      {isRequested && <StatusBadge tone="waiting">Checking…</StatusBadge>}
    </span>
  )
}

/** Why a link has its state; '' where there is nothing to say. */
export function explainState({ state, reason, status, failedDays }: LinkSummary): string {
  if (failedDays > 0 && reason === 'out-of-stock' && state !== 'out-of-stock')
    return `${linkReasons[reason]} It counts after checks on ${SOLD_OUT_DAYS} days.`
  if (failedDays > 0 && state !== 'broken' && state !== 'gone') {
    const days = failedDays === 1 ? 'on 1 day' : `on ${failedDays} days`
    return `It failed ${days}. After ${FAILED_DAYS} days it counts as broken.`
  }
  const sentence = linkReasons[reason]
  return sentence && state !== 'tag-lost' && status !== null && status >= 400
    ? `${sentence} (HTTP ${status})`
    : sentence
}

export function isAlerting({ state, acknowledgedAt }: Pick<LinkSummary, 'state' | 'acknowledgedAt'>): boolean {
  return acknowledgedAt === null && isAlertState(state)
}

export function isAlertState(state: LinkState): boolean {
  return state === 'broken' || state === 'gone' || state === 'tag-lost' || state === 'out-of-stock'
}
