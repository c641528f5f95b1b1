import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { StepUp } from '../../../contract/accounts/step-up.ts'
import { twoFactorQuery } from '../../data/owner/account.ts'
import { stepUpPrompt } from '../../data/owner/owner-api.ts'
import { sendPasskeyStepUp, sendStepUp } from '../../data/owner/step-up.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from './dialog.tsx'
import { FieldRules } from './field-rules.ts'
import { TextField } from './form-fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { messageOf, showIssues } from './server-errors.ts'
import { ToolButton } from './tool-button.tsx'
import { usePrompt } from './use-prompt.ts'

/** Authenticates the session again where a call needs it; the call is then repeated. */
export function StepUpDialog() {
  const { isOpen, finish } = usePrompt(stepUpPrompt)
  return isOpen && <OpenDialog onFinish={finish} />
}

const proofs = {
  password: { label: 'Your password', type: 'password', autoComplete: 'current-password' },
  code: { label: 'Code of your authenticator app, or a recovery code', type: 'text', autoComplete: 'one-time-code' },
} as const

function OpenDialog({ onFinish }: { onFinish: (isDone: boolean) => void }) {
  const formId = useId()
  const [proof, setProof] = useState<keyof typeof proofs>('password')
  const [message, setMessage] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const { data: twoFactor } = useQuery(twoFactorQuery())
  const other = proof === 'password' ? 'code' : 'password'
  return (
    <Dialog
      isOpen
      title="Please confirm that it is you"
      size="small"
      onClose={() => onFinish(false)}
      footer={
        <>
          <ToolButton onClick={() => onFinish(false)}>Not now</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={isSending}>
            Confirm
          </ToolButton>
        </>
      }
    >
      <div className="space-y-4 text-[0.9375rem]">
        <p>Changes to the account and downloads of readers’ data need it once in ten minutes.</p>
        <ProofForm
          key={proof}
          id={formId}
          proof={proof}
          onSending={setIsSending}
          onDone={() => onFinish(true)}
          onFailed={setMessage}
        />
        {message && <StatusMessage tone="error">{message}</StatusMessage>}
        <div className="flex flex-wrap gap-2">
          {twoFactor?.isOn && (
            <ToolButton onClick={() => setProof(other)}>
              {other === 'code' ? 'Use a code instead' : 'Use the password instead'}
            </ToolButton>
          )}
          <PasskeyButton
            label="Use a passkey"
            act={sendPasskeyStepUp}
            onDone={() => onFinish(true)}
            onFailed={setMessage}
          />
        </div>
      </div>
    </Dialog>
  )
}

type ProofFormProps = {
  id: string
  proof: keyof typeof proofs
  onSending: (isSending: boolean) => void
  onDone: () => void
  onFailed: (message: string | undefined) => void
}

function ProofForm({ id, proof, onSending, onDone, onFailed }: ProofFormProps) {
  const form = useForm<StepUp>({ defaultValues: { [proof]: '' }, resolver: zodResolver(StepUp) })
  const submit = form.handleSubmit(async (values) => {
    onFailed(undefined)
    onSending(true)
    try {
      await sendStepUp(values)
      onDone()
    } catch (error) {
      onSending(false)
      if (!showIssues(form, error)) onFailed(messageOf(error))
    }
  })
  return (
    <FieldRules value={StepUp}>
      <form
        id={id}
        noValidate
        aria-label="Confirm that it is you"
        // React bubbles the event through the tree to a form that the call came from.
        onSubmit={(event) => {
          event.stopPropagation()
          return submit(event)
        }}
      >
        <TextField
          {...form.register(proof)}
          {...proofs[proof]}
          autoFocus
          error={form.formState.errors[proof]?.message}
        />
      </form>
    </FieldRules>
  )
}
