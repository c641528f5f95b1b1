import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { LoginInput, type User } from '../../../contract/accounts/auth.ts'
import { ApiError } from '../../data/api.ts'
import { submission, useLogin } from '../../data/mutations.ts'
import { signInPrompt } from '../../data/owner/owner-api.ts'
import { loginWithPasskey } from '../../data/passkey-login.ts'
import { useQueries } from '../../environment.tsx'
import { storeUser } from '../../lib/stored-user.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from './dialog.tsx'
import { FieldRules } from './field-rules.ts'
import { TextField } from './form-fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { messageOf } from './server-errors.ts'
import { ToolButton } from './tool-button.tsx'
import { usePrompt } from './use-prompt.ts'

type RenewSignInProps = {
  user: User
  /** True once the server has responded that the session has expired. */
  isExpired: boolean
}

/** Renews an expired session in a dialog over the open page; requests that failed with 401 are then repeated. */
export function RenewSignIn({ user, isExpired }: RenewSignInProps) {
  const { isOpen, finish } = usePrompt(signInPrompt)
  useEffect(() => {
    if (isExpired) void signInPrompt.ask()
  }, [isExpired])
  return isOpen && <RenewDialog user={user} onFinish={finish} />
}

function RenewDialog({ user, onFinish }: { user: User; onFinish: (isSignedIn: boolean) => void }) {
  const formId = useId()
  const { form, needsCode, message, setMessage, submit, handleSignedIn } = useRenewForm(user, () => onFinish(true))
  const { errors, isSubmitting } = form.formState

  return (
    <Dialog
      isOpen
      title="Please sign in again"
      size="small"
      onClose={() => onFinish(false)}
      footer={
        <>
          <ToolButton onClick={() => onFinish(false)}>Not now</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={isSubmitting}>
            {isSubmitting ? 'Logging in...' : 'Login'}
          </ToolButton>
        </>
      }
    >
      <FieldRules value={LoginInput}>
        <form
          id={formId}
          noValidate
          aria-label="Sign in again"
          onSubmit={submit}
          className="space-y-4 text-[0.9375rem]"
        >
          <p>Your sign-in has ended. What you were doing is still here, and goes on when you have signed in.</p>
          {message && <StatusMessage tone="error">{message}</StatusMessage>}
          {needsCode ? (
            <TextField
              {...form.register('code')}
              key="code"
              label="Code of your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              autoFocus
              error={errors.code?.message}
            />
          ) : (
            <>
              <TextField
                {...form.register('username')}
                label="Username"
                autoComplete="username"
                error={errors.username?.message}
              />
              <TextField
                {...form.register('password')}
                label="Password"
                type="password"
                autoComplete="current-password"
                autoFocus
                error={errors.password?.message}
              />
              <PasskeyButton
                label="Login with a passkey"
                act={loginWithPasskey}
                onDone={handleSignedIn}
                onFailed={setMessage}
              />
            </>
          )}
        </form>
      </FieldRules>
    </Dialog>
  )
}

function useRenewForm(user: User, onDone: () => void) {
  const queryClient = useQueryClient()
  const queries = useQueries()
  const login = useLogin()
  const [needsCode, setNeedsCode] = useState(false)
  const [message, setMessage] = useState<string>()
  const form = useForm({
    defaultValues: { username: user.username, password: '', code: '' },
    resolver: zodResolver(LoginInput),
  })

  const handleSignedIn = (signedIn: User) => {
    storeUser(signedIn)
    queryClient.setQueryData(queries.user().queryKey, signedIn)
    onDone()
  }
  const submit = form.handleSubmit(async (input) => {
    setMessage(undefined)
    try {
      handleSignedIn((await login(submission(input))).user)
    } catch (error) {
      const isFirstStep = !needsCode && error instanceof ApiError && error.body.needs === 'code'
      if (isFirstStep) setNeedsCode(true)
      else setMessage(messageOf(error))
    }
  })
  return { form, needsCode, message, setMessage, submit, handleSignedIn }
}
