import { type FormEvent, useId, useState } from 'react'
import { SUPPRESSIONS_MAX, SuppressionsInput } from '../../../contract/audience/suppressions.ts'
import { submission } from '../../data/mutations.ts'
import { useAddSuppressions } from '../../data/owner/suppressions.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { TextAreaField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'

/** Suppresses pasted addresses. */
export function SuppressAddressesDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const add = useAddSuppressions()
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const emails = String(new FormData(event.currentTarget).get('emails'))
      .split(/[\s,;]+/)
      .filter(Boolean)
    const checked = SuppressionsInput.safeParse({ emails })
    if (!checked.success) {
      const [issue] = checked.error.issues
      return setError(issue && { message: faultOf(emails, issue) })
    }
    setError(undefined)
    add.mutate(submission({ body: checked.data }), {
      onError: (failure) => setError({ message: messageOf(failure) }),
      onSuccess: ({ added, alreadyThere }) => {
        toast(adminMessages.addressesSuppressed(countsOf(added, alreadyThere)))
        onClose()
      },
    })
  }
  return (
    <Dialog
      isOpen
      size="small"
      title="Suppress addresses"
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={add.isPending} onClose={onClose}>
          {add.isPending ? 'Saving...' : 'Suppress'}
        </DialogButtons>
      }
    >
      <form ref={form} id={formId} onSubmit={handleSubmit} noValidate>
        <TextAreaField
          name="emails"
          label="Addresses"
          optional={false}
          hint={`One in a line, or separated by commas; at most ${SUPPRESSIONS_MAX.toLocaleString('en-US')}. They get no newsletters, also after an import.`}
          rows={8}
          autoFocus
          error={error?.message}
        />
      </form>
    </Dialog>
  )
}

function countsOf(added: number, alreadyThere: number): string {
  const addresses = added === 1 ? '1 address added' : `${added} addresses added`
  return alreadyThere > 0 ? `${addresses}; ${alreadyThere} suppressed already.` : `${addresses}.`
}

/** Names the first address that is none. */
function faultOf(emails: string[], { path, message }: { path: PropertyKey[]; message: string }): string {
  const wrong = typeof path[1] === 'number' ? emails[path[1]] : undefined
  return wrong === undefined ? message : `${message}: “${wrong.slice(0, 100)}”`
}
