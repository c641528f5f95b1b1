import { fillWithoutReader } from '../../../contract/audience/merge-fields.ts'
import {
  activeStates,
  type NewsletterNumbers,
  type NewsletterState,
  type NewsletterSummary,
} from '../../../contract/audience/newsletters.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'

export const newsletterStates: Record<NewsletterState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

const tones: Record<NewsletterState, StatusTone> = {
  draft: 'quiet',
  scheduled: 'waiting',
  sending: 'waiting',
  paused: 'alert',
  sent: 'good',
  cancelled: 'quiet',
}

type Stated = Pick<NewsletterSummary, 'state' | 'scheduledAt' | 'goesWithPost' | 'numbers'>

export function NewsletterStateBadge({ newsletter }: { newsletter: Stated }) {
  return <StatusBadge tone={tones[newsletter.state]}>{newsletterStates[newsletter.state]}</StatusBadge>
}

/** The recipients that are done with: nothing more is sent to them by itself. */
export function settledOf({ total, waiting, sending, deferred }: NewsletterNumbers): number {
  return total - waiting - sending - deferred
}

/** Says what the badge leaves out, such as how far sending is; '' if nothing. */
export function explainNewsletterState(
  { state, scheduledAt, goesWithPost, numbers }: Stated,
  moment: (time: string) => string,
): string {
  if (goesWithPost) return scheduledAt ? `with its post, ${moment(scheduledAt)}` : 'held, its post is a draft'
  if (state === 'scheduled' && scheduledAt) return `for ${moment(scheduledAt)}`
  if (state === 'sending' || state === 'paused') return `${count(settledOf(numbers))} of ${count(numbers.total)}`
  if (state === 'sent' || state === 'cancelled') return `${count(numbers.accepted)} of ${count(numbers.total)} accepted`
  return ''
}

/** Grouped digits: `20,000`. */
export const count = (number: number) => number.toLocaleString('en-US')

/** `1 subscriber`, `20,000 subscribers`. */
export const subscribersText = (number: number) => `${count(number)} ${number === 1 ? 'subscriber' : 'subscribers'}`

export const isEditable = ({ state }: Pick<NewsletterSummary, 'state'>) => state === 'draft' || state === 'scheduled'

export const isDeletable = ({ state }: Pick<NewsletterSummary, 'state'>) =>
  !activeStates.some((active) => active === state)

export const subjectOf = ({ subject }: Pick<NewsletterSummary, 'subject'>) =>
  fillWithoutReader(subject).trim() || 'Untitled newsletter'
