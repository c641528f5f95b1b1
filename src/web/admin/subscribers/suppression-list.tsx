import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { hookProviders } from '../../../contract/audience/mail-hooks.ts'
import type { Suppression, SuppressionSource } from '../../../contract/audience/suppressions.ts'
import { submission } from '../../data/mutations.ts'
import {
  suppressionsFileHref,
  suppressionsQuery,
  useRemoveSuppression,
  useRestoreSuppression,
} from '../../data/owner/suppressions.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { GuardedDownload } from '../kit/guarded-download.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { undoToast } from '../kit/undo-toast.ts'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { SuppressAddressesDialog } from './suppress-addresses-dialog.tsx'
import { SuppressionBadge, suppressionReasons } from './suppression-badge.tsx'

type SuppressionRow = Suppression & { id: number }

/** Addresses that get no newsletters. */
export function SuppressionList() {
  const { navigate } = useRouter()
  const dates = useDates()
  const list = useListState(['reason'])
  const rows = useQuery({ ...suppressionsQuery(list.query), placeholderData: keepPage, select: withIds })
  const [removed, setRemoved] = useState<Suppression>()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <TabHeader
        title="Suppressed addresses"
        description="They get no newsletters, also while they subscribe: mail to them came back, or they reported it as spam."
      >
        <ToolButton onClick={() => navigate('/admin/subscribers', { stay: true })}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Subscribers
        </ToolButton>
        <GuardedDownload href={suppressionsFileHref(list.query)}>
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </GuardedDownload>
        <ToolButton tone="primary" onClick={() => setIsAdding(true)}>
          Suppress addresses
        </ToolButton>
      </TabHeader>
      <ListToolbar list={list} searchLabel="Search suppressed addresses">
        <ListFilter list={list} name="reason" label="Reason" options={suppressionReasons} />
      </ListToolbar>
      <DataTable
        label="Suppressed addresses"
        list={list}
        query={rows}
        rowName={nameOf}
        columns={columnsOf(dates.day, setRemoved)}
        errorText="The suppressed addresses could not be loaded."
        empty={<p>No address is suppressed. Bounces and complaints add addresses by themselves.</p>}
      />
      {removed && <RemoveDialog row={removed} onClose={() => setRemoved(undefined)} />}
      {isAdding && <SuppressAddressesDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

/** The table tells rows apart by number. */
function withIds({ items, total }: { items: Suppression[]; total: number }) {
  return { items: items.map((item, index): SuppressionRow => ({ ...item, id: index + 1 })), total }
}

const nameOf = ({ email }: Suppression) => email ?? 'an erased address'

const sources: Record<SuppressionSource, { label: string }> = {
  ...hookProviders,
  smtp: { label: 'Mail server' },
  mailbox: { label: 'Mailbox' },
  owner: { label: 'You' },
}

function columnsOf(day: (time: string) => string, onRemove: (row: Suppression) => void): Column<SuppressionRow>[] {
  return [
    {
      key: 'email',
      header: 'Email',
      isSortable: true,
      cell: ({ email, detail }) => (
        <span className="min-w-0">
          <span dir="auto" className="block wrap-anywhere">
            {email ?? 'Erased; known again if they return'}
          </span>
          {detail && (
            <span dir="auto" className="block text-ink-soft wrap-anywhere">
              {detail}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      isSortable: true,
      cell: ({ reason }) => <SuppressionBadge reason={reason} />,
      className: 'md:w-44',
    },
    { key: 'source', header: 'Reported by', cell: ({ source }) => sources[source].label, className: 'md:w-32' },
    {
      key: 'createdAt',
      header: 'Date',
      isSortable: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time>,
      className: 'md:w-40',
    },
    {
      key: 'action',
      header: 'Action',
      cell: (row) => (
        <ToolButton aria-label={`Remove ${nameOf(row)}`} onClick={() => onRemove(row)}>
          Remove
        </ToolButton>
      ),
      className: 'md:w-32',
    },
  ]
}

function RemoveDialog({ row, onClose }: { row: Suppression; onClose: () => void }) {
  const removal = useRemoveSuppression()
  const restoration = useRestoreSuppression()
  const undo = (body: Parameters<typeof restoration.mutate>[0]['input']['body']) =>
    restoration.mutateAsync(submission({ body })).then(
      () => toast(adminMessages.suppressionRestored),
      (error: Error) => toast(adminMessages.actionFailed(messageOf(error))),
    )
  const handleConfirm = () =>
    removal.mutate(submission({ body: { key: row.key } }), {
      onSuccess: (former) => {
        onClose()
        undoToast(adminMessages.suppressionRemoved(nameOf(row)), () => void undo(former))
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${nameOf(row)}?`}
      confirmLabel="Remove"
      isBusy={removal.isPending}
      error={removal.error && messageOf(removal.error)}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        Newsletters are sent to this address again if it subscribes. Mail to addresses that do not exist, or to people
        who reported it as spam, makes providers put all your newsletters into the spam folder.
      </p>
    </ConfirmDialog>
  )
}
