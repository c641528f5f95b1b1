import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordCheck } from '../../../contract/accounts/account.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FieldRules } from '../kit/field-rules.ts'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type PasswordDialogProps = {
  title: string
  confirmLabel: string
  isDangerous?: boolean
  /** Its rejection is shown in the dialog. */
  act: (password: string) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Requires the password before a change that an open session alone does not authorize. */
export function PasswordDialog({ title, confirmLabel, isDangerous, act, onClose, children }: PasswordDialogProps) {
  const formId = useId()
  const [message, setMessage] = useState<string>()
  const form = useForm({ defaultValues: { password: '' }, resolver: zodResolver(PasswordCheck) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ password }) => {
    setMessage(undefined)
    try {
      await act(password)
    } catch (error) {
      if (!showIssues(form, error)) setMessage(messageOf(error))
    }
  })
  return (
    <Dialog
      isOpen
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone={isDangerous ? 'danger' : 'primary'} disabled={isSubmitting}>
            {confirmLabel}
          </ToolButton>
        </>
      }
    >
      <FieldRules value={PasswordCheck}>
        <form id={formId} noValidate onSubmit={submit} className="space-y-4 text-[0.9375rem]">
          {children}
          <TextField
            {...form.register('password')}
            label="Your password"
            type="password"
            autoComplete="current-password"
            autoFocus
            error={errors.password?.message}
          />
          {message && <StatusMessage tone="error">{message}</StatusMessage>}
        </form>
      </FieldRules>
    </Dialog>
  )
}
