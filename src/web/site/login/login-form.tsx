import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import type { FormResponse } from '../../../contract/platform/form-response.ts'
import { ApiError } from '../../data/api.ts'
import { sentenceOf } from '../../data/error-sentence.ts'
import { useLogin } from '../../data/mutations.ts'
import { signInCopy } from '../../lib/sign-in-copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from '../forms/field.tsx'
import { messagesOf } from '../forms/form-messages.ts'
import { fieldId } from '../forms/form-response.ts'
import { usePublicForm } from '../forms/use-public-form.ts'

type LoginFormProps = { action: string; onDone: (user: User) => void }

/** Username and password; then the code, if the account requires one. */
export function LoginForm({ action, onDone }: LoginFormProps) {
  const login = useLogin()
  const [needsCode, setNeedsCode] = useState(false)
  const { formProps, fieldProps, isSubmitting, failure } = usePublicForm({
    form: 'login',
    loadSchema: async () => (await import('../../../contract/accounts/auth.ts')).LoginInput,
    send: login,
    onSent: ({ user }) => onDone(user),
    onFailed: (error) => {
      const isFirstStep = !needsCode && error instanceof ApiError && error.body.needs === 'code'
      if (isFirstStep) setNeedsCode(true)
      if (isFirstStep) return undefined
      const message = sentenceOf(error)
      toast(signInCopy.loginFailed(message))
      const isWrong = error instanceof ApiError && error.status === 401
      return { message, fields: isWrong ? (needsCode ? ['code'] : ['username', 'password']) : undefined }
    },
  })
  return (
    <form {...formProps} action={action} aria-label="Login" className="space-y-5">
      {failure && <StatusMessage tone="error" {...failure} />}
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

type SecondStepProps = { action: string; step: string; rejected: FormResponse }

/** The second step without JavaScript: `step` stands for the correct username and password. */
export function SecondStepForm({ action, step, rejected }: SecondStepProps) {
  const { message, issues, fields } = rejected
  const failureId = 'login-failure'
  return (
    <form method="post" action={action} aria-label="Login" className="space-y-5">
      {message && (
        <StatusMessage tone="error" id={failureId}>
          {message}
        </StatusMessage>
      )}
      <input type="hidden" name="step" value={step} />
      <CodeField
        name="code"
        id={fieldId('login', 'code')}
        error={messagesOf(issues).code}
        invalidBy={fields ? failureId : undefined}
      />
      <Button type="submit" size="large" className="w-full">
        Login
      </Button>
    </form>
  )
}

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'autoComplete' | 'maxLength'>

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
