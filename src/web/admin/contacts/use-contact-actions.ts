import type { ContactChange } from '../../../contract/contact-messages.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteContacts, useMarkContacts, useRestoreContacts } from '../../data/owner/contacts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { undoToast } from '../kit/undo-toast.ts'

export const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

/** What can be done to messages, one or several; each says how it went, and moves can be undone. */
export function useContactActions() {
  const { mutate: sendMark, isPending: isMarking } = useMarkContacts()
  const { mutate: sendDelete, isPending: isDeleting } = useDeleteContacts()
  const { mutate: sendRestore } = useRestoreContacts()
  const onError = (error: Error) => toast(adminMessages.actionFailed(error.message))

  const mark = (ids: number[], change: ContactChange, onDone?: () => void) =>
    sendMark(submission({ ids, change }), { onError, onSuccess: onDone })

  const moveTo = (ids: number[], isSpam: boolean, onDone?: () => void) =>
    mark(ids, { isSpam }, () => {
      const copy = isSpam ? adminMessages.movedToSpam : adminMessages.movedToInbox
      undoToast(copy(messages(ids.length)), () => mark(ids, { isSpam: !isSpam }))
      onDone?.()
    })

  const remove = (ids: number[], onDone?: () => void) =>
    sendDelete(submission(ids), {
      onError,
      onSuccess: () => {
        undoToast(adminMessages.messagesDeleted(messages(ids.length)), () => sendRestore(submission(ids), { onError }))
        onDone?.()
      },
    })

  return { mark, moveTo, remove, isBusy: isMarking || isDeleting }
}
