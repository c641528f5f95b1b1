import { useQuery } from '@tanstack/react-query'
import { Download, MailX, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Subscriber } from '../../../contract/audience/subscriber-list.ts'
import { sourceLabels } from '../../../contract/audience/subscriber-sources.ts'
import { READERS_BULK_MAX } from '../../../contract/platform/limits.ts'
import { subscribersFileHref, subscribersQuery, tagsQuery } from '../../data/owner/subscribers.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { GuardedDownload } from '../kit/guarded-download.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState, useNextQuery } from '../kit/use-list-state.ts'
import { type Chosen, chosenRow, useSelection } from '../kit/use-selection.ts'
import { subscriberColumns } from './subscriber-columns.tsx'
import { SubscriberDialog } from './subscriber-dialog.tsx'
import { type OpenDialog, SubscriberDialogs } from './subscriber-dialogs.tsx'
import { SuppressionList } from './suppression-list.tsx'
import { subscribers } from './use-subscriber-actions.ts'

const statuses = [
  ['', 'All'],
  ['active', 'Active'],
  ['unsubscribed', 'Unsubscribed'],
  ['unconfirmed', 'Unconfirmed'],
  ['suppressed', 'Suppressed'],
] as const

const sources = [
  ['', 'All sources'],
  ...Object.entries(sourceLabels).map(([source, label]) => [source || 'unknown', label] as const),
] as const

/** The newsletter's subscribers, or the addresses that get no newsletters. */
export function SubscribersTab() {
  const { id } = useParams()
  return id === 'suppressed' ? <SuppressionList /> : <SubscriberList id={id} />
}

/** The one in the URL is open. */
function SubscriberList({ id }: { id: string | undefined }) {
  const list = useListState(['status', 'tag', 'source'])
  const rows = useQuery({ ...subscribersQuery(list.query), placeholderData: keepPage })
  const selection = useSelection(rows.data, list.query, READERS_BULK_MAX)
  const tags = useQuery(tagsQuery()).data ?? []
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const closeAll = () => {
    close()
    selection.clear()
  }

  const openDetails = useOpenDetails()
  const columns = useColumns(setDialog, openDetails)

  return (
    <>
      <Header fileHref={subscribersFileHref(list.query)} onOpen={(kind) => setDialog({ kind })} />
      <ListToolbar list={list} searchLabel="Search subscribers">
        <ListFilter list={list} name="status" label="Status" options={statuses} />
        <ListFilter list={list} name="source" label="Source" options={sources} />
        {(tags.length > 0 || list.filter('tag')) && (
          <ListFilter list={list} name="tag" label="Tag" options={tagOptions(tags, list.filter('tag'))} />
        )}
      </ListToolbar>
      <DataTable
        label="Newsletter Subscribers"
        many="subscribers"
        list={list}
        query={rows}
        selection={selection}
        rowName={(row) => row.email}
        columns={columns}
        errorText="The subscribers could not be loaded."
        empty={
          <>
            <p>No subscribers yet. Whoever signs up on your site appears here.</p>
            <ToolButton className="mt-4" onClick={() => setDialog({ kind: 'import' })}>
              Bring a list along
            </ToolButton>
          </>
        }
        bulkActions={<BulkActions chosen={selection} onOpen={setDialog} />}
      />
      {id && <SubscriberDialog key={id} id={Number(id)} onClose={() => openDetails()} />}
      <SubscriberDialogs dialog={dialog} onClose={close} onDone={closeAll} />
    </>
  )
}

/** Opens the details of a subscriber under their URL, or closes them. */
function useOpenDetails() {
  const { navigate } = useRouter()
  const nextQuery = useNextQuery()
  return (open?: number) => {
    const text = nextQuery.toString()
    const path = `/admin/subscribers${open ? `/${open}` : ''}`
    navigate(text ? `${path}?${text}` : path, { stay: true, replace: open === undefined })
  }
}

function useColumns(onOpen: (dialog: OpenDialog) => void, onDetails: (id: number) => void) {
  const dates = useDates()
  const confirm = (kind: 'unsubscribe' | 'delete') => (row: Subscriber) =>
    onOpen({ kind, chosen: chosenRow(row), name: row.email })
  return subscriberColumns(dates, {
    onUnsubscribe: confirm('unsubscribe'),
    onDelete: confirm('delete'),
    onResubscribe: (row) => onOpen({ kind: 'resubscribe', row }),
    onDetails: (row) => onDetails(row.id),
    // Browsers have no clipboard API over http; the details show the link.
    onCopy: (row) =>
      copyText(row.unsubscribeUrl).then(
        () => toast(adminMessages.linkCopied),
        () => onDetails(row.id),
      ),
  })
}

type BulkActionsProps = { chosen: Chosen; onOpen: (dialog: OpenDialog) => void }

function BulkActions({ chosen, onOpen }: BulkActionsProps) {
  const confirm = (kind: 'unsubscribe' | 'delete') => onOpen({ kind, chosen, name: subscribers(chosen.count) })
  return (
    <>
      <ToolButton onClick={() => onOpen({ kind: 'tag', chosen })}>Add tag</ToolButton>
      <ToolButton onClick={() => onOpen({ kind: 'untag', chosen })}>Remove tag</ToolButton>
      <ToolButton onClick={() => confirm('unsubscribe')}>Unsubscribe</ToolButton>
      <ToolButton tone="danger" onClick={() => confirm('delete')}>
        Delete
      </ToolButton>
    </>
  )
}

type HeaderProps = { fileHref: string; onOpen: (kind: 'import' | 'sources') => void }

function Header({ fileHref, onOpen }: HeaderProps) {
  const { navigate } = useRouter()
  return (
    <TabHeader
      title="Newsletter Subscribers"
      more={
        <>
          <ToolLink href="/admin/automatic-newsletters">Automatic newsletters</ToolLink>
          <ToolButton onClick={() => onOpen('sources')}>Where they signed up</ToolButton>
          <ToolButton onClick={() => navigate('/admin/subscribers/suppressed', { stay: true })}>
            <MailX aria-hidden="true" className="size-4" />
            Suppressed addresses
          </ToolButton>
          <ToolButton onClick={() => onOpen('import')}>
            <Upload aria-hidden="true" className="size-4" />
            Import CSV
          </ToolButton>
          <GuardedDownload href={fileHref}>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </GuardedDownload>
        </>
      }
    />
  )
}

/** The tag of the filter is an option even if its last subscriber has lost it. */
function tagOptions(tags: { tag: string; subscribers: number }[], chosen: string) {
  const known = tags.map(({ tag, subscribers }) => [tag, `${tag} (${subscribers.toLocaleString('en-US')})`] as const)
  const isKnown = chosen === '' || tags.some(({ tag }) => tag === chosen)
  return [['', 'All tags'] as const, ...known, ...(isKnown ? [] : [[chosen, chosen] as const])]
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
