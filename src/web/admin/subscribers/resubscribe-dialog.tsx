import { type FormEvent, useId, useState } from 'react'
import { type Subscriber, SubscriberChange } from '../../../contract/audience/subscriber-list.ts'
import { Link } from '../../lib/router.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { TextAreaField } from '../kit/form-fields.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'

type ResubscribeDialogProps = {
  subscriber: Pick<Subscriber, 'email' | 'suppression'>
  isBusy: boolean
  onConfirm: (consent: string) => void
  onClose: () => void
}

/** Reactivates a subscriber, with a note of how they agreed. */
export function ResubscribeDialog({ subscriber, isBusy, onConfirm, onClose }: ResubscribeDialogProps) {
  const { email, suppression } = subscriber
  const formId = useId()
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const consent = String(new FormData(event.currentTarget).get('consent'))
    const checked = SubscriberChange.safeParse({ isActive: true, consent })
    if (checked.success) onConfirm(consent)
    else setError(checked.error.issues[0])
  }
  return (
    <Dialog
      isOpen
      size="small"
      title="Resubscribe"
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={isBusy} onClose={onClose}>
          Resubscribe
        </DialogButtons>
      }
    >
      <form ref={form} id={formId} onSubmit={handleSubmit} noValidate className="space-y-4">
        <p className="text-[0.9375rem] wrap-anywhere">
          <strong>{email}</strong> has left the newsletter. Only make them active again if they asked you to.
        </p>
        {suppression && (
          <p className="text-[0.9375rem]">
            The address stays suppressed, so they get no newsletters:{' '}
            <Link
              href={`/admin/subscribers/suppressed?${new URLSearchParams({ q: email })}`}
              className="font-semibold text-accent-darker underline underline-offset-4"
            >
              see why in the suppressed addresses
            </Link>
            .
          </p>
        )}
        <TextAreaField
          name="consent"
          label="How did they agree?"
          optional={false}
          hint="Kept with the date, in case somebody asks."
          placeholder="Asked me by email on March 3"
          maxLength={500}
          autoFocus
          error={error?.message}
        />
      </form>
    </Dialog>
  )
}
