import type { ContactMessage } from '../../../contract/audience/contact-messages.ts'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { useDates } from '../kit/use-dates.ts'
import { spamReasons } from './message-dialog.tsx'
import { replyAddress } from './reply-address.ts'
import type { useContactActions } from './use-contact-actions.ts'

type ColumnOptions = {
  dates: ReturnType<typeof useDates>
  actions: ReturnType<typeof useContactActions>
  onView: (id: number) => void
  onDelete: (row: ContactMessage) => void
}

export function contactColumns(options: ColumnOptions): Column<ContactMessage>[] {
  const { dates } = options
  return [
    {
      key: 'name',
      header: 'Name',
      isSortable: true,
      cell: ({ name, isRead }) => (
        <span
          dir="auto"
          className={`wrap-anywhere lg:inline-block lg:min-w-24 ${isRead ? 'font-medium' : 'font-bold'}`}
        >
          {name}
        </span>
      ),
    },
    {
      key: 'email',
      isHiddenOnPhone: true,
      header: 'Email',
      isSortable: true,
      cell: ({ email }) => (
        <span dir="auto" className="wrap-break-word">
          {beforeAt(email)}
          <wbr />
          {email.slice(beforeAt(email).length)}
        </span>
      ),
    },
    { key: 'subject', header: 'Subject', isSortable: true, cell: (row) => <Subject row={row} /> },
    {
      key: 'createdAt',
      header: 'Date',
      isSortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="max-md:whitespace-nowrap 2xl:whitespace-nowrap">
          {dates.day(createdAt)}
        </time>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      isSortable: true,
      cell: ({ isRead, answeredAt }) => {
        if (answeredAt) return <StatusBadge tone="good">Answered</StatusBadge>
        return <StatusBadge tone={isRead ? 'quiet' : 'waiting'}>{isRead ? 'Read' : 'New'}</StatusBadge>
      },
    },
    { key: 'actions', header: 'Actions', isHiddenOnPhone: true, cell: (row) => <RowActions row={row} {...options} /> },
  ]
}

/** A line breaks before the @ of an address, if anywhere. */
const beforeAt = (email: string) => email.slice(0, Math.max(email.lastIndexOf('@'), 0))

function Subject({ row: { subject, isRead, spamReason } }: { row: ContactMessage }) {
  return (
    <span className="min-w-0">
      <span dir="auto" className={`wrap-anywhere lg:inline-block lg:min-w-36 ${isRead ? '' : 'font-semibold'}`}>
        {subject}
      </span>
      {spamReason && <span className="block text-xs text-ink-soft">{spamReasons[spamReason]}</span>}
    </span>
  )
}

function RowActions({ row, dates, actions, onView, onDelete }: ColumnOptions & { row: ContactMessage }) {
  const { id, name, subject, isRead, isSpam } = row
  const toggle = isRead ? 'Mark as Unread' : 'Mark as Read'
  const reply = () => window.location.assign(replyAddress(row, dates.moment(row.createdAt)))
  return (
    <div className="flex items-center gap-1.5 max-md:flex-wrap">
      <ToolButton aria-label={`View ${subject} from ${name}`} onClick={() => onView(id)}>
        View
      </ToolButton>
      <ToolButton
        aria-label={`${toggle}: ${subject} from ${name}`}
        disabled={actions.isBusy}
        onClick={() => actions.mark({ ids: [id] }, { isRead: !isRead })}
      >
        {toggle}
      </ToolButton>
      <Menu label={`More for ${subject} from ${name}`}>
        <MenuItem onSelect={reply}>Reply by mail</MenuItem>
        <MenuItem onSelect={() => actions.moveTo({ ids: [id] }, !isSpam)}>
          {isSpam ? 'Not spam' : 'Move to spam'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => onDelete(row)}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  )
}
