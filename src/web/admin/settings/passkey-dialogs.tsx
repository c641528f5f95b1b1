import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PasswordCheck } from '../../../contract/accounts/account.ts'
import { type Passkey, PasskeyName } from '../../../contract/accounts/passkeys.ts'
import { submission } from '../../data/mutations.ts'
import { useAddPasskey, useRenamePasskey } from '../../data/owner/passkeys.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { FieldRules } from '../kit/field-rules.ts'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf, showIssues } from '../kit/server-errors.ts'

const NewPasskey = z.extend(PasskeyName, PasswordCheck.shape)

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const add = useAddPasskey()
  const [message, setMessage] = useState<string>()
  const form = useForm({ defaultValues: { name: '', password: '' }, resolver: zodResolver(NewPasskey) })
  const { errors } = form.formState
  const submit = form.handleSubmit(async (input) => {
    setMessage(undefined)
    try {
      await add.mutateAsync(input)
      onClose()
      toast(adminMessages.passkeyAdded)
    } catch (error) {
      if (!showIssues(form, error)) setMessage(passkeySentence(error))
    }
  })
  return (
    <PasskeyDialog title="Add a passkey" submitLabel="Continue" {...{ formId, onClose }} isBusy={add.isPending}>
      <FieldRules value={NewPasskey}>
        <form id={formId} noValidate onSubmit={submit} className="space-y-4 text-[0.9375rem]">
          <p>Your browser asks next where to keep it: on this device, your phone or a security key.</p>
          <TextField
            {...form.register('name')}
            label="Name"
            placeholder="My phone"
            autoComplete="off"
            autoFocus
            error={errors.name?.message}
          />
          <TextField
            {...form.register('password')}
            label="Your password"
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
          />
          {message && <StatusMessage tone="error">{message}</StatusMessage>}
        </form>
      </FieldRules>
    </PasskeyDialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId()
  const rename = useRenamePasskey()
  const form = useForm({ defaultValues: { name: passkey.name }, resolver: zodResolver(PasskeyName) })
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate(submission({ params: { id: passkey.id }, body: { name } }), {
      onSuccess: onClose,
      onError: (error) => {
        if (!showIssues(form, error)) form.setError('name', { message: messageOf(error) })
      },
    }),
  )
  return (
    <PasskeyDialog title="Rename this passkey" submitLabel="Save" {...{ formId, onClose }} isBusy={rename.isPending}>
      <FieldRules value={PasskeyName}>
        <form id={formId} noValidate onSubmit={submit}>
          <TextField
            {...form.register('name')}
            label="Name"
            autoComplete="off"
            autoFocus
            error={form.formState.errors.name?.message}
          />
        </form>
      </FieldRules>
    </PasskeyDialog>
  )
}

type PasskeyDialogProps = {
  title: string
  submitLabel: string
  formId: string
  isBusy: boolean
  onClose: () => void
  children: ReactNode
}

function PasskeyDialog({ title, submitLabel, formId, isBusy, onClose, children }: PasskeyDialogProps) {
  return (
    <Dialog
      isOpen
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={isBusy} onClose={onClose}>
          {submitLabel}
        </DialogButtons>
      }
    >
      {children}
    </Dialog>
  )
}

/** A sentence for the DOMException of a browser, such as 'NotAllowedError'. */
function passkeySentence(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was made: it was cancelled, or took too long.'
  if (name === 'InvalidStateError') return 'This device has a passkey for this site already.'
  if (name === 'SecurityError') return 'Passkeys work only at the address of this site, and over https.'
  return messageOf(error)
}
