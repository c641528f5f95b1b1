import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { ApiError } from '../../data/api.ts'
import { sentenceOf } from '../../data/error-sentence.ts'
import { hasPasskeyLogin, loginWithPasskey } from '../../data/passkey-login.ts'
import { signInCopy } from '../../lib/sign-in-copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'

/** Sign-in with a passkey; renders nothing if none is registered. */
export function PasskeyLogin({ onDone }: { onDone: (user: User) => void }) {
  const { data: hasPasskey } = useQuery({ queryKey: ['/api/auth/methods'], queryFn: hasPasskeyLogin })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (!hasPasskey) return null
  const showFailure = (error: Error) => {
    const message = error instanceof ApiError ? sentenceOf(error) : error.message
    toast(signInCopy.loginFailed(message))
    setFailure(message)
  }
  const handleClick = () => {
    setIsBusy(true)
    setFailure(undefined)
    loginWithPasskey()
      .then(onDone, showFailure)
      .finally(() => setIsBusy(false))
  }
  return (
    <>
      {failure && <FocusedFailure>{failure}</FocusedFailure>}
      <Button variant="secondary" size="large" className="mt-4 w-full" disabled={isBusy} onClick={handleClick}>
        Login with a passkey
      </Button>
    </>
  )
}

function FocusedFailure({ children }: { children: string }) {
  const id = useId()
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return (
    <StatusMessage tone="error" id={id} isFocused className="mt-4">
      {children}
    </StatusMessage>
  )
}
