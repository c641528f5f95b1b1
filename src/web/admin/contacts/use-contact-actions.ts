import type { ContactChange } from '../../../contract/audience/contact-messages.ts'
import { submission } from '../../data/mutations.ts'
import { removeContacts, undeleteContacts, useMarkContacts } from '../../data/owner/contacts.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'

export const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

/** The actions on one or several messages; moves and deletions can be undone. */
export function useContactActions() {
  const { mutate, isPending } = useMarkContacts()
  const deletion = useUndoableDeletion({
    remove: removeContacts,
    restore: undeleteContacts,
    deleted: (rows) => adminMessages.messagesDeleted(messages(rows.length)),
  })

  const mark = (ids: number[], change: ContactChange, onDone?: () => void) =>
    mutate(submission({ body: { ids, ...change } }), {
      onSuccess: onDone,
    })

  const moveTo = (ids: number[], isSpam: boolean, onDone?: () => void) =>
    mark(ids, { isSpam }, () => {
      const copy = isSpam ? adminMessages.movedToSpam : adminMessages.movedToInbox
      undoToast(copy(messages(ids.length)), () => mark(ids, { isSpam: !isSpam }))
      onDone?.()
    })

  return { mark, moveTo, remove: deletion.removeRows, isBusy: isPending || deletion.isPending }
}
