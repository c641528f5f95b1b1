import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Subscriber } from '../../../contract/audience/subscriber-list.ts'
import { Tag } from '../../../contract/audience/subscriber-tags.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import { submission } from '../../data/mutations.ts'
import { tagsQuery, useTagSubscribers, useUntagSubscribers } from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'
import type { Chosen } from '../kit/use-selection.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ResubscribeDialog } from './resubscribe-dialog.tsx'
import { SourcesDialog } from './sources-dialog.tsx'
import { subscribers, useSubscriberActions } from './use-subscriber-actions.ts'

export type OpenDialog =
  | { kind: 'tag' | 'untag'; chosen: Chosen }
  | { kind: 'unsubscribe' | 'delete'; chosen: Chosen; name: string }
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
      {(dialog?.kind === 'tag' || dialog?.kind === 'untag') && (
        <TagDialog
          kind={dialog.kind}
          name={subscribers(dialog.chosen.count)}
          isBusy={tagActions.isBusy}
          onConfirm={(tag) => tagActions.change(dialog.kind, dialog.chosen.choice, tag, onDone)}
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
      {(dialog?.kind === 'delete' || dialog?.kind === 'unsubscribe') && (
        <ConfirmDialog
          isOpen
          title={dialog.kind === 'delete' ? `Delete ${dialog.name}?` : `Unsubscribe ${dialog.name}?`}
          confirmLabel={dialog.kind === 'delete' ? 'Delete' : 'Unsubscribe'}
          isBusy={actions.isBusy}
          onConfirm={() => actions[dialog.kind === 'delete' ? 'remove' : 'unsubscribe'](dialog.chosen, onDone)}
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

type TagDialogProps = {
  kind: 'tag' | 'untag'
  /** '3 subscribers' */
  name: string
  isBusy: boolean
  onConfirm: (tag: string) => void
  onClose: () => void
}

/** Takes the tag that the selected subscribers get or lose. */
function TagDialog({ kind, name, isBusy, onConfirm, onClose }: TagDialogProps) {
  const formId = useId()
  const listId = useId()
  const tags = useQuery(tagsQuery()).data ?? []
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = Tag.safeParse(String(new FormData(event.currentTarget).get('tag')))
    if (read.success) onConfirm(read.data)
    else setError(read.error.issues[0])
  }
  const label = kind === 'tag' ? 'Add tag' : 'Remove tag'
  return (
    <Dialog
      isOpen
      size="small"
      title={kind === 'tag' ? `Add a tag to ${name}` : `Remove a tag from ${name}`}
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={isBusy} onClose={onClose}>
          {label}
        </DialogButtons>
      }
    >
      <form ref={form} id={formId} onSubmit={handleSubmit} noValidate>
        <TextField
          name="tag"
          label="Tag"
          optional={false}
          list={listId}
          autoComplete="off"
          autoFocus
          error={error?.message}
        />
        <datalist id={listId}>
          {tags.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </form>
    </Dialog>
  )
}

/** Gives several subscribers a tag or takes it from them; an undo reverts those that were changed. */
function useTagActions() {
  const tagging = useTagSubscribers()
  const untagging = useUntagSubscribers()
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))

  const change = (kind: 'tag' | 'untag', choice: Choice, tag: string, onDone: () => void) => {
    const [forward, back] = kind === 'tag' ? [tagging, untagging] : [untagging, tagging]
    forward.mutateAsync(submission({ body: { ...choice, tag } }), { onSuccess: onDone }).then((response) => {
      const changed = response.ids
      const message = kind === 'tag' ? adminMessages.tagAdded : adminMessages.tagRemoved
      const copy = message({ tag, what: subscribers(changed.length) })
      if (changed.length === 0) return toast(copy)
      undoToast(copy, () => {
        back.mutateAsync(submission({ body: { ids: changed, tag } })).catch(onError)
      })
    }, onError)
  }

  return { change, isBusy: tagging.isPending || untagging.isPending }
}
