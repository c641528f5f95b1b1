import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { hasPasskeyLogin, loginWithPasskey } from '../../data/passkey-login.ts'
import { copy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'

/** The way in without a password; nothing where there is no passkey. */
export function PasskeyLogin({ onDone }: { onDone: (user: User) => void }) {
  const { data: isThere } = useQuery({ queryKey: ['/api/auth/methods'], queryFn: hasPasskeyLogin })
  const [isBusy, setIsBusy] = useState(false)
  if (!isThere) return null
  const handleClick = () => {
    setIsBusy(true)
    loginWithPasskey()
      .then(onDone, (error: Error) => toast(copy.loginFailed(error.message)))
      .finally(() => setIsBusy(false))
  }
  return (
    <Button variant="secondary" size="large" className="mt-4 w-full" disabled={isBusy} onClick={handleClick}>
      Login with a passkey
    </Button>
  )
}
