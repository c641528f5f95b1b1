import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { ApiError } from '../../data/api.ts'
import { sentenceOf } from '../../data/error-sentence.ts'
import { hasPasskeyLogin, loginWithPasskey } from '../../data/passkey-login.ts'
import { signInCopy } from '../../lib/sign-in-copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'

/** Sign-in with a passkey; renders nothing if none is registered. */
export function PasskeyLogin({ onDone }: { onDone: (user: User) => void }) {
  const { data: hasPasskey } = useQuery({ queryKey: ['/api/auth/methods'], queryFn: hasPasskeyLogin })
  const [isBusy, setIsBusy] = useState(false)
  if (!hasPasskey) return null
  const handleClick = () => {
    setIsBusy(true)
    loginWithPasskey()
      .then(onDone, (error: Error) =>
        toast(signInCopy.loginFailed(error instanceof ApiError ? sentenceOf(error) : error.message)),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <Button variant="secondary" size="large" className="mt-4 w-full" disabled={isBusy} onClick={handleClick}>
      Login with a passkey
    </Button>
  )
}
