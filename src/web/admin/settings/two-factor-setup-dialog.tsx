import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { TwoFactorCode, type TwoFactorSetup } from '../../../contract/accounts/two-factor.ts'
import { submission } from '../../data/mutations.ts'
import { useConfirmTwoFactor } from '../../data/owner/account.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { FieldRules } from '../kit/field-rules.ts'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf, showIssues } from '../kit/server-errors.ts'

type SetupDialogProps = { setup: TwoFactorSetup; onDone: (recoveryCodes: string[]) => void; onClose: () => void }

/** Shows the secret for the app and confirms it with a code. */
export function TwoFactorSetupDialog({ setup, onDone, onClose }: SetupDialogProps) {
  const formId = useId()
  const confirm = useConfirmTwoFactor()
  const [message, setMessage] = useState<string>()
  const form = useForm({ defaultValues: { code: '' }, resolver: zodResolver(TwoFactorCode) })
  const submit = form.handleSubmit(async (input) => {
    setMessage(undefined)
    try {
      onDone((await confirm.mutateAsync(submission({ body: input }))).recoveryCodes)
    } catch (error) {
      if (!showIssues(form, error)) setMessage(messageOf(error))
    }
  })
  return (
    <Dialog
      isOpen
      title="Turn on two-step verification"
      size="small"
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={confirm.isPending} onClose={onClose}>
          Turn on
        </DialogButtons>
      }
    >
      <FieldRules value={TwoFactorCode}>
        <form id={formId} noValidate onSubmit={submit} className="space-y-4 text-[0.9375rem]">
          <p>1. Scan this with your authenticator app:</p>
          <div className="flex justify-center">
            <QrCode text={setup.address} label="QR code for your authenticator app" />
          </div>
          <p className="text-sm text-ink-soft">
            Or type this key into the app:{' '}
            <code className="block pt-1 font-mono text-ink wrap-anywhere select-all">{inGroups(setup.secret)}</code>
          </p>
          <TextField
            {...form.register('code')}
            label="2. Enter the six digits that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            error={form.formState.errors.code?.message}
          />
          {message && <StatusMessage tone="error">{message}</StatusMessage>}
        </form>
      </FieldRules>
    </Dialog>
  )
}

/** In groups of four, which are easier to type. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** A QR code, rendered locally: its content is sent to no server. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 2 })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: squares.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg border border-line bg-white"
    >
      <path d={path} className="fill-ink" />
    </svg>
  )
}
