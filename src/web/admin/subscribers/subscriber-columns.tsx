import type { Subscriber, SubscriberStatus } from '../../../contract/audience/subscriber-list.ts'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { useDates } from '../kit/use-dates.ts'
import { SuppressedStatus } from './suppression-badge.tsx'

const states: Record<SubscriberStatus, [label: string, tone: StatusTone]> = {
  active: ['Active', 'good'],
  unsubscribed: ['Unsubscribed', 'quiet'],
  unconfirmed: ['Unconfirmed', 'waiting'],
}

export function SubscriberBadge({ status }: { status: SubscriberStatus }) {
  const [label, tone] = states[status]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

export type RowHandlers = {
  onUnsubscribe: (row: Subscriber) => void
  onResubscribe: (row: Subscriber) => void
  onDetails: (row: Subscriber) => void
  onCopy: (row: Subscriber) => void
  onDelete: (row: Subscriber) => void
}

export function subscriberColumns(dates: ReturnType<typeof useDates>, handlers: RowHandlers): Column<Subscriber>[] {
  return [
    {
      key: 'email',
      header: 'Email',
      isSortable: true,
      cell: (row) => <EmailCell row={row} />,
    },
    {
      key: 'name',
      header: 'Name',
      isSortable: true,
      cell: ({ name }) => (
        <span dir="auto" className="wrap-anywhere">
          {name || '-'}
        </span>
      ),
    },
    {
      key: 'createdAt',
      header: 'Date',
      isSortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {dates.day(createdAt)}
        </time>
      ),
      className: 'md:w-44',
    },
    {
      key: 'status',
      header: 'Status',
      isSortable: true,
      cell: ({ status, suppression }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <SubscriberBadge status={status} />
          {suppression && <SuppressedStatus reason={suppression} />}
        </span>
      ),
      className: 'md:w-40',
    },
    {
      key: 'action',
      header: 'Action',
      isHiddenOnPhone: true,
      cell: (row) => <RowActions row={row} {...handlers} />,
      className: 'md:w-52',
    },
  ]
}

function EmailCell({ row: { email, tags } }: { row: Subscriber }) {
  return (
    <>
      <span dir="auto" className="wrap-anywhere">
        {email}
      </span>
      {tags.length > 0 && (
        <span dir="auto" className="block text-xs text-ink-soft wrap-anywhere">
          {tags.join(', ')}
        </span>
      )}
    </>
  )
}

function RowActions({ row, ...handlers }: RowHandlers & { row: Subscriber }) {
  const isOut = row.status === 'unsubscribed'
  const label = isOut ? 'Resubscribe' : 'Unsubscribe'
  return (
    <div className="flex flex-wrap items-center justify-between gap-1.5">
      <ToolButton
        aria-label={`${label} ${row.email}`}
        onClick={() => (isOut ? handlers.onResubscribe(row) : handlers.onUnsubscribe(row))}
      >
        {label}
      </ToolButton>
      <Menu label={`More for ${row.email}`}>
        <MenuItem onSelect={() => handlers.onDetails(row)}>What they agreed to</MenuItem>
        <MenuItem onSelect={() => handlers.onCopy(row)}>Copy unsubscribe link</MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => handlers.onDelete(row)}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  )
}
