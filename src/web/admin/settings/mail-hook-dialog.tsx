import { type FormEvent, useId, useState } from 'react'
import {
  type HookProviderName,
  hookProviders,
  isSigningKey,
  type MailHook,
  MailHookInput,
  WRONG_KEY,
} from '../../../contract/audience/mail-hooks.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveMailHook } from '../../data/owner/mail-hooks.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'

type MailHookDialogProps = { provider: HookProviderName; hook: MailHook | undefined; onClose: () => void }

/** Connects a provider, changes its signing key or replaces its address; the key is sent and never shown. */
export function MailHookDialog({ provider, hook, onClose }: MailHookDialogProps) {
  const formId = useId()
  const save = useSaveMailHook()
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const { label, key: keyLabel, setup } = hookProviders[provider]
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const input = { key: String(fields.get('key') ?? ''), replacesAddress: fields.has('replacesAddress') }
    const checked = MailHookInput.safeParse(input)
    if (!checked.success) return setError(checked.error.issues[0])
    const fault = keyFault(provider, checked.data.key, hook)
    if (fault !== undefined) return setError({ message: fault })
    setError(undefined)
    save.mutate(submission({ params: { provider }, body: checked.data }), {
      onError: (failure) => setError({ message: messageOf(failure) }),
      onSuccess: () => {
        onClose()
        toast(adminMessages.mailHookSaved(label))
      },
    })
  }
  return (
    <Dialog
      isOpen
      size="small"
      title={`Delivery reports of ${label}`}
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={save.isPending} onClose={onClose}>
          {save.isPending ? 'Saving...' : hook ? 'Save' : 'Create the address'}
        </DialogButtons>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={handleSubmit} className="space-y-5 text-[0.9375rem]">
        <p>{setup}</p>
        {keyLabel && <KeyField label={keyLabel} isSaved={hook?.key === 'saved'} error={error?.message} />}
        {hook && (
          <label className="flex items-start gap-2.5">
            <input type="checkbox" name="replacesAddress" className="mt-1 size-4 accent-accent-darker" />
            <span>Replace the address; the present one stops working at once</span>
          </label>
        )}
        {error && !keyLabel && (
          <p role="alert" className="font-medium text-alert-deep">
            {error.message}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type KeyFieldProps = { label: string; isSaved: boolean; error: string | undefined }

function KeyField({ label, isSaved, error }: KeyFieldProps) {
  return (
    <TextField
      optional={isSaved}
      name="key"
      label={label}
      type="password"
      autoComplete="off"
      error={error}
      hint={isSaved ? 'Leave it empty to keep the stored one.' : 'It is stored encrypted and never shown again.'}
    />
  )
}

/** Why a signing key is not accepted; an empty one keeps the saved key. */
function keyFault(provider: HookProviderName, key: string, hook: MailHook | undefined): string | undefined {
  const { key: label } = hookProviders[provider]
  if (!label) return undefined
  if (key !== '') return isSigningKey(provider, key) ? undefined : WRONG_KEY
  return hook?.key === 'saved' ? undefined : `Please enter the ${label.replace(/^S/, 's')}`
}
