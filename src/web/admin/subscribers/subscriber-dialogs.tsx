import type { Subscriber } from '../../../contract/audience/subscriber-list.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ResubscribeDialog } from './resubscribe-dialog.tsx'
import { SourcesDialog } from './sources-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { subscribers, useSubscriberActions } from './use-subscriber-actions.ts'
import { useTagActions } from './use-tag-actions.ts'

export type OpenDialog =
  | { kind: 'tag' | 'untag'; ids: number[] }
  | { kind: 'unsubscribe' | 'delete'; rows: { id: number }[]; name: string }
  | { kind: 'resubscribe'; row: Subscriber }
  | { kind: 'import' | 'sources' }

type DialogsProps = {
  dialog: OpenDialog | undefined
  onClose: () => void
  /** Called after an action on the chosen rows. */
  onDone: () => void
}

/** The dialogs of the list but the details, which have a URL. */
export function SubscriberDialogs({ dialog, onClose, onDone }: DialogsProps) {
  const actions = useSubscriberActions()
  const tagActions = useTagActions()
  return (
    <>
      {dialog?.kind === 'sources' && <SourcesDialog onClose={onClose} />}
      {dialog && 'ids' in dialog && (
        <TagDialog
          kind={dialog.kind}
          name={subscribers(dialog.ids.length)}
          isBusy={tagActions.isBusy}
          onConfirm={(tag) => tagActions.change(dialog.kind, dialog.ids, tag, onDone)}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'import' && <ImportDialog onClose={onClose} />}
      {dialog?.kind === 'resubscribe' && (
        <ResubscribeDialog
          subscriber={dialog.row}
          isBusy={actions.isBusy}
          onConfirm={(consent) => actions.resubscribe(dialog.row, consent, onClose)}
          onClose={onClose}
        />
      )}
      {dialog && 'rows' in dialog && (
        <ConfirmDialog
          isOpen
          title={dialog.kind === 'delete' ? `Delete ${dialog.name}?` : `Unsubscribe ${dialog.name}?`}
          confirmLabel={dialog.kind === 'delete' ? 'Delete' : 'Unsubscribe'}
          isBusy={actions.isBusy}
          onConfirm={() => actions[dialog.kind === 'delete' ? 'remove' : 'unsubscribe'](dialog.rows, onDone)}
          onClose={onClose}
        >
          <p>{dialog.kind === 'delete' ? deleteNote : unsubscribeNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const unsubscribeNote =
  'They get no more newsletters. They stay in the list, so that no import brings them back, and come back only if they ask.'
const deleteNote =
  'Everything about them is deleted, also that they may have unsubscribed. You can undo this right afterwards; after a day it is gone for good.'
