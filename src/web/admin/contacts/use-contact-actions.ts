import type { ContactChange } from '../../../contract/audience/contact-messages.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import { submission } from '../../data/mutations.ts'
import { removeContacts, undeleteContacts, useMarkContacts } from '../../data/owner/contacts.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { useChosenDeletion } from '../kit/use-undoable-deletion.ts'

export const messages = (count: number) => (count === 1 ? '1 message' : `${count.toLocaleString('en-US')} messages`)

/** The actions on one or several messages; moves and deletions can be undone. */
export function useContactActions() {
  const { mutate, isPending } = useMarkContacts()
  const deletion = useChosenDeletion({
    remove: removeContacts,
    restore: undeleteContacts,
    deleted: (count) => adminMessages.messagesDeleted(messages(count)),
  })

  const mark = (choice: Choice, marks: ContactChange, onDone?: (ids: number[]) => void) =>
    mutate(submission({ body: { ...choice, ...marks } }), { onSuccess: ({ ids }) => onDone?.(ids) })

  const moveTo = (choice: Choice, isSpam: boolean, onDone?: () => void) =>
    mark(choice, { isSpam }, (ids) => {
      const copy = isSpam ? adminMessages.movedToSpam : adminMessages.movedToInbox
      undoToast(copy(messages(ids.length)), () => mark({ ids }, { isSpam: !isSpam }))
      onDone?.()
    })

  return { mark, moveTo, remove: deletion.removeChosen, isBusy: isPending || deletion.isPending }
}
