import type { SuppressionReason } from '../../../contract/audience/suppressions.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'

const reasons: Record<SuppressionReason, [label: string, tone: StatusTone]> = {
  'hard-bounce': ['Bounced', 'alert'],
  'soft-bounces': ['Bounced five times', 'alert'],
  complaint: ['Complained', 'alert'],
  owner: ['Suppressed by you', 'quiet'],
}

/** Why an address gets no newsletters. */
export function SuppressionBadge({ reason }: { reason: SuppressionReason }) {
  const [label, tone] = reasons[reason]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

/** Shows in the row of a subscriber that the address is suppressed, whatever the subscription's status. */
export function SuppressedStatus({ reason }: { reason: SuppressionReason }) {
  return (
    <>
      <StatusBadge tone="alert">Suppressed</StatusBadge>
      <span className="text-xs text-ink-soft">{reasons[reason][0]}</span>
    </>
  )
}

export const suppressionReasons = [
  ['', 'All'],
  ...Object.entries(reasons).map(([reason, [label]]) => [reason, label] as const),
] as const
