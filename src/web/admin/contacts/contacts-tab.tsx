import { useQuery } from '@tanstack/react-query'
import { Download, Inbox, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { READERS_BULK_MAX } from '../../../contract/platform/limits.ts'
import { contactsFileHref, contactsQuery } from '../../data/owner/contacts.ts'
import { spamCountQuery } from '../../data/owner/replies.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { GuardedDownload } from '../kit/guarded-download.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState, useNextQuery } from '../kit/use-list-state.ts'
import { type Chosen, chosenRow, type Selection, useSelection } from '../kit/use-selection.ts'
import { ViewLinks } from '../kit/view-links.tsx'
import { contactColumns } from './contact-columns.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { SpamRules } from './spam-rules.tsx'
import { messages, useContactActions } from './use-contact-actions.ts'

const statuses = [
  ['', 'All'],
  ['new', 'New'],
  ['read', 'Read'],
  ['answered', 'Answered'],
] as const

/** The messages of the contact form; the one in the URL is open. */
export function ContactsTab() {
  const { id } = useParams()
  const { query: address } = useRouter()
  const open = useOpenMessage()
  const close = () => open(undefined)
  const list = useListState(['status'])
  const isSpam = address.get('folder') === 'spam'
  const query = { ...list.query, folder: isSpam ? ('spam' as const) : undefined }
  const contacts = useQuery({ ...contactsQuery(query), placeholderData: keepPage })
  const selection = useSelection(contacts.data, query, READERS_BULK_MAX)
  const actions = useContactActions()
  const [toDelete, setToDelete] = useState<Chosen>()
  const dates = useDates()

  return (
    <>
      <TabHeader
        title="Contact Messages"
        description={isSpam ? spamNote : undefined}
        more={
          <GuardedDownload href={contactsFileHref(query)}>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </GuardedDownload>
        }
      />
      <FolderLinks isSpam={isSpam} />
      <ListToolbar list={list} searchLabel="Search messages">
        <ListFilter list={list} name="status" label="Status" options={statuses} />
      </ListToolbar>
      <DataTable
        label="Contact Messages"
        many="messages"
        list={list}
        query={contacts}
        selection={selection}
        rowName={(row) => `${row.name}: ${row.subject}`}
        columns={contactColumns({
          dates,
          actions,
          onView: open,
          onDelete: (row) => setToDelete(chosenRow(row)),
        })}
        errorText="The messages could not be loaded."
        empty={
          <p>{isSpam ? 'No spam. Good.' : 'No messages yet. What visitors write on your contact form arrives here.'}</p>
        }
        bulkActions={
          <BulkActions
            actions={actions}
            selection={selection}
            isSpam={isSpam}
            onDelete={() => setToDelete(selection)}
          />
        }
      />
      {isSpam && <SpamRules />}
      {id && (
        <MessageDialog
          key={id}
          id={Number(id)}
          actions={actions}
          onDelete={(message) => setToDelete(chosenRow(message))}
          onClose={close}
        />
      )}
      <DeleteMessagesDialog
        count={toDelete?.count ?? 0}
        isBusy={actions.isBusy}
        onClose={() => setToDelete(undefined)}
        onDelete={() =>
          toDelete &&
          actions.remove(toDelete, () => {
            setToDelete(undefined)
            selection.clear()
            if (id) close()
          })
        }
      />
    </>
  )
}

/** Opens a message over the list, or closes it; the list stays as it is. */
function useOpenMessage(): (id: number | undefined) => void {
  const { navigate } = useRouter()
  const search = useNextQuery().toString()
  return (id) =>
    navigate(`/admin/contacts${id ? `/${id}` : ''}${search ? `?${search}` : ''}`, { stay: true, replace: !id })
}

type BulkActionsProps = {
  actions: ReturnType<typeof useContactActions>
  selection: Selection
  isSpam: boolean
  onDelete: () => void
}

function BulkActions({ actions, selection: { choice, clear }, isSpam, onDelete }: BulkActionsProps) {
  return (
    <>
      <ToolButton onClick={() => actions.mark(choice, { isRead: true }, clear)}>Mark as Read</ToolButton>
      <ToolButton onClick={() => actions.mark(choice, { isRead: false }, clear)}>Mark as Unread</ToolButton>
      <ToolButton onClick={() => actions.moveTo(choice, !isSpam, clear)}>{isSpam ? 'Not Spam' : 'Spam'}</ToolButton>
      <ToolButton tone="danger" onClick={onDelete}>
        Delete
      </ToolButton>
    </>
  )
}

type DeleteMessagesDialogProps = { count: number; isBusy: boolean; onDelete: () => void; onClose: () => void }

function DeleteMessagesDialog({ count, isBusy, onDelete, onClose }: DeleteMessagesDialogProps) {
  return (
    <ConfirmDialog
      isOpen={count > 0}
      title={count === 1 ? 'Delete this message?' : `Delete ${messages(count)}?`}
      confirmLabel="Delete"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={onDelete}
    >
      <p>You can undo this right afterwards. After 30 days it is gone for good.</p>
    </ConfirmDialog>
  )
}

const spamNote = 'What bots sent and what looks like advertising. Nothing is thrown away, and you get no mail about it.'

/** The inbox and the spam folder. */
function FolderLinks({ isSpam }: { isSpam: boolean }) {
  const { data: spam } = useQuery(spamCountQuery())
  const folders = [
    { label: 'Inbox', href: '/admin/contacts', isCurrent: !isSpam, Icon: Inbox, count: 0 },
    {
      label: 'Spam',
      href: '/admin/contacts?folder=spam',
      isCurrent: isSpam,
      Icon: ShieldAlert,
      count: spam?.count ?? 0,
    },
  ]
  return <ViewLinks label="Folders" views={folders} />
}
