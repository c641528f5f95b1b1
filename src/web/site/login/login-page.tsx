import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { demoAccountQuery } from '../../data/demo-account.ts'
import { useQueries } from '../../environment.tsx'
import { redirectTarget } from '../../lib/redirect-target.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { signInCopy } from '../../lib/sign-in-copy.ts'
import { isUser, mayBeSignedIn, storeUser } from '../../lib/stored-user.ts'
import { toast } from '../../lib/toast.ts'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { useFormResponse } from '../forms/form-response.ts'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { LoginForm, SecondStepForm } from './login-form.tsx'

const PasskeyLogin = lazy(async () => ({ default: (await import('./passkey-login.tsx')).PasskeyLogin }))

export function LoginPage() {
  const { brand } = useSite()
  const { query, navigate } = useRouter()
  const target = redirectTarget(query.get('redirect'))
  // Disabled while rendering on the server, where there is no session.
  const { data: user } = useQuery({ ...useQueries().user(), enabled: mayBeSignedIn })
  const isSignedIn = isUser(user)

  useEffect(() => {
    if (isSignedIn) navigate(target, { replace: true })
  }, [isSignedIn, target, navigate])

  return (
    <Container className="grid grow place-items-center py-12 md:py-24">
      <Head
        title={`Login | ${brand}`}
        description="Sign in to access the admin dashboard"
        path="/login"
        robots="noindex, nofollow"
      />
      <div className="w-full max-w-md rounded-card border border-line bg-white p-6 shadow-card sm:p-10">
        <Drop />
        <h1 className="text-center title-3">Login</h1>
        <p className="mt-3 mb-8 text-center text-ink-soft">Sign in to access the admin dashboard</p>
        {query.get('password') === 'changed' && (
          <StatusMessage tone="success" className="mb-6">
            Your new password is set, and every device is signed out. Please sign in.
          </StatusMessage>
        )}
        {query.get('restored') === 'yes' && (
          <StatusMessage tone="success" className="mb-6">
            The backup is restored, and every device is signed out. Please sign in with the password of that time.
          </StatusMessage>
        )}
        <SignIn target={target} />
        <p className="mt-6 text-center">
          <Link href="/forgot-password" className="font-semibold text-accent-darker underline underline-offset-4">
            Forgot password?
          </Link>
        </p>
        <DemoHint />
      </div>
    </Container>
  )
}

function SignIn({ target }: { target: string }) {
  const queryClient = useQueryClient()
  const queries = useQueries()
  const rejected = useFormResponse()
  const action = `/login?${new URLSearchParams({ redirect: target })}`
  const step = rejected?.form === 'login' ? rejected.values.step : undefined
  const handleDone = (user: User) => {
    storeUser(user)
    toast(signInCopy.loginDone)
    // The effect of the page then redirects.
    queryClient.setQueryData(queries.user().queryKey, user)
  }
  if (rejected && step) return <SecondStepForm action={action} step={step} rejected={rejected} />
  return (
    <>
      <LoginForm action={action} onDone={handleDone} />
      <LazyPasskeyLogin onDone={handleDone} />
    </>
  )
}

/** Loaded later, and only in browsers that support passkeys. */
function LazyPasskeyLogin({ onDone }: { onDone: (user: User) => void }) {
  const [isSupported, setIsSupported] = useState(false)
  useEffect(() => setIsSupported('PublicKeyCredential' in window), [])
  return <Suspense>{isSupported && <PasskeyLogin onDone={onDone} />}</Suspense>
}

function DemoHint() {
  const demoAccount = useQuery(demoAccountQuery(useQueries().read)).data
  if (!demoAccount) return null
  return (
    <p className="mt-8 rounded-lg bg-cream px-4 py-3 text-center text-15 text-ink-soft">
      Default admin credentials:
      <br />
      <strong className="text-ink">{demoAccount.username}</strong> /{' '}
      <strong className="text-ink">{demoAccount.password}</strong>
    </p>
  )
}
