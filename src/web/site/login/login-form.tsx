import { useEffect, useRef, useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { ApiError } from '../../data/api.ts'
import { sentenceOf } from '../../data/error-sentence.ts'
import { useLogin } from '../../data/mutations.ts'
import { signInCopy } from '../../lib/sign-in-copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from '../forms/field.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'

type LoginFormProps = { action: string; onDone: (user: User) => void }

/** Username and password; then the code, if the account requires one. */
export function LoginForm({ action, onDone }: LoginFormProps) {
  const login = useLogin()
  const [needsCode, setNeedsCode] = useState(false)
  const { formProps, fieldProps, isSubmitting, message } = usePublicForm({
    form: 'login',
    loadSchema: async () => (await import('../../../contract/accounts/auth.ts')).LoginInput,
    send: login,
    onSent: ({ user }) => onDone(user),
    onFailed: (error) => {
      const isFirstStep = !needsCode && error instanceof ApiError && error.body.needs === 'code'
      if (isFirstStep) setNeedsCode(true)
      else toast(signInCopy.loginFailed(sentenceOf(error)))
    },
  })
  return (
    <form {...formProps} action={action} aria-label="Login" className="space-y-5">
      {message && <StatusMessage tone="error">{message}</StatusMessage>}
      <div hidden={needsCode} className="space-y-5">
        <Field {...fieldProps('username')} label="Username" autoComplete="username" />
        <Field {...fieldProps('password')} label="Password" type="password" autoComplete="current-password" />
      </div>
      {needsCode && <CodeField {...fieldProps('code')} />}
      <Button type="submit" size="large" disabled={isSubmitting} className="w-full">
        {isSubmitting ? 'Logging in...' : 'Login'}
      </Button>
      {needsCode && (
        <Button variant="quiet" size="small" className="w-full" onClick={() => setNeedsCode(false)}>
          Back to username and password
        </Button>
      )}
    </form>
  )
}

/** The second step without JavaScript: `step` stands for the correct username and password. */
export function SecondStepForm({ action, step, message }: { action: string; step: string; message?: string }) {
  return (
    <form method="post" action={action} aria-label="Login" className="space-y-5">
      {message && <StatusMessage tone="error">{message}</StatusMessage>}
      <input type="hidden" name="step" value={step} />
      <CodeField name="code" />
      <Button type="submit" size="large" className="w-full">
        Login
      </Button>
    </form>
  )
}

type CodeFieldProps = { name: string; defaultValue?: string; error?: string; disabled?: boolean }

function CodeField(props: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      <p className="mb-4 text-ink-soft">Enter the code from your authenticator app, or one of your recovery codes.</p>
      <Field {...props} label="Code" autoComplete="one-time-code" maxLength={100} />
    </div>
  )
}
