import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Subscriber } from '../../../contract/subscriber-list.ts'
import { subscribersCsv, subscribersQuery } from '../../data/owner/subscribers.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { TabHeader } from '../kit/panel.tsx'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { useSelection } from '../kit/use-selection.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ResubscribeDialog } from './resubscribe-dialog.tsx'
import { subscriberColumns } from './subscriber-columns.tsx'
import { SubscriberDialog } from './subscriber-dialog.tsx'
import { subscribers, useSubscriberActions } from './use-subscriber-actions.ts'

const statuses = [
  ['', 'All'],
  ['active', 'Active'],
  ['unsubscribed', 'Unsubscribed'],
  ['unconfirmed', 'Unconfirmed'],
] as const

/** The question that is open. */
type Asked =
  | { kind: 'unsubscribe' | 'delete'; ids: number[]; name: string }
  | { kind: 'resubscribe'; row: Subscriber }
  | { kind: 'import' }

/** Who gets the newsletter; the subscriber that the address names is open. */
export function SubscribersTab() {
  const { id } = useParams()
  const { query: address, navigate } = useRouter()
  const list = useListState(['status'])
  const rows = useQuery(subscribersQuery(list.query))
  const selection = useSelection(rows.data?.items.map((row) => row.id) ?? [])
  const actions = useSubscriberActions()
  const [asked, setAsked] = useState<Asked>()
  const dates = useDates()
  const close = () => setAsked(undefined)
  const closeAll = () => {
    close()
    selection.clear()
  }

  const openDetails = (open?: number) => {
    const text = address.toString()
    const path = `/admin/subscribers${open ? `/${open}` : ''}`
    navigate(text ? `${path}?${text}` : path, { stay: true, replace: open === undefined })
  }
  const ask = (kind: 'unsubscribe' | 'delete') => (row: Subscriber) =>
    setAsked({ kind, ids: [row.id], name: row.email })
  const askForChosen = (kind: 'unsubscribe' | 'delete') =>
    setAsked({ kind, ids: selection.ids, name: subscribers(selection.ids.length) })

  const columns = subscriberColumns(dates, {
    onUnsubscribe: ask('unsubscribe'),
    onDelete: ask('delete'),
    onResubscribe: (row) => setAsked({ kind: 'resubscribe', row }),
    onDetails: (row) => openDetails(row.id),
    // Without https the browser gives no clipboard; the details show the link to copy by hand.
    onCopy: (row) =>
      copyText(row.unsubscribeUrl).then(
        () => toast(ownerCopy.linkCopied),
        () => openDetails(row.id),
      ),
  })

  return (
    <>
      <TabHeader title="Newsletter Subscribers">
        <ToolButton onClick={() => setAsked({ kind: 'import' })}>
          <Upload aria-hidden="true" className="size-4" />
          Import CSV
        </ToolButton>
        <DownloadLink href={subscribersCsv({ ...list.query, page: undefined, limit: undefined })}>
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </DownloadLink>
      </TabHeader>
      <ListToolbar list={list} searchLabel="Search subscribers">
        <ListFilter list={list} name="status" label="Status" options={statuses} />
      </ListToolbar>
      <DataTable
        label="Newsletter Subscribers"
        list={list}
        query={rows}
        selection={selection}
        rowName={(row) => row.email}
        columns={columns}
        errorText="The subscribers could not be loaded."
        empty={
          <>
            <p>No subscribers yet. Whoever signs up on your site appears here.</p>
            <ToolButton className="mt-4" onClick={() => setAsked({ kind: 'import' })}>
              Bring a list along
            </ToolButton>
          </>
        }
        bulkActions={
          <>
            <ToolButton onClick={() => askForChosen('unsubscribe')}>Unsubscribe</ToolButton>
            <ToolButton tone="danger" onClick={() => askForChosen('delete')}>
              Delete
            </ToolButton>
          </>
        }
      />
      {id && <SubscriberDialog key={id} id={id} onClose={() => openDetails()} />}
      {asked?.kind === 'import' && <ImportDialog onClose={close} />}
      {asked?.kind === 'resubscribe' && (
        <ResubscribeDialog
          email={asked.row.email}
          isBusy={actions.isBusy}
          onConfirm={(consent) => actions.resubscribe(asked.row, consent, close)}
          onClose={close}
        />
      )}
      {asked && 'ids' in asked && (
        <ConfirmDialog
          isOpen
          title={asked.kind === 'delete' ? `Delete ${asked.name}?` : `Unsubscribe ${asked.name}?`}
          confirmLabel={asked.kind === 'delete' ? 'Delete' : 'Unsubscribe'}
          isBusy={actions.isBusy}
          onConfirm={() => actions[asked.kind === 'delete' ? 'remove' : 'unsubscribe'](asked.ids, closeAll)}
          onClose={close}
        >
          <p>{asked.kind === 'delete' ? deleteNote : unsubscribeNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const unsubscribeNote =
  'They get no more newsletters. They stay in the list, so that no import brings them back, and come back only if they ask.'
const deleteNote =
  'Everything about them is deleted, also that they may have unsubscribed. You can undo this right afterwards; after a day it is gone for good.'

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
