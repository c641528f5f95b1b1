import '../styles/admin.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { useQueries } from '../environment.tsx'
import { Link, useRouter } from '../lib/router.tsx'
import { Dashboard } from './dashboard.tsx'
import { RenewSignIn } from './kit/renew-sign-in.tsx'
import { useSession } from './session.ts'

/** The admin; requires a session. */
export function AdminPage() {
  const session = useSession()
  const [known, setKnown] = useState<User>()
  const [isLeaving, setIsLeaving] = useState(false)
  const current = session.status === 'signed-in' ? session.user : undefined
  if (current && !isSame(current, known)) setKnown(current)
  // The dashboard stays open when the session expires; only a logout leaves it.
  const user = current ?? (isLeaving ? undefined : known)
  const { data: site } = useQuery(useQueries().site())
  return (
    <>
      <title>{site ? `Admin Dashboard | ${site.brand}` : 'Admin Dashboard'}</title>
      <meta name="robots" content="noindex, nofollow" />
      {session.status === 'unknown' && !user && <Unknown />}
      {session.status === 'signed-out' && !user && <SignedOut />}
      {user && (
        <>
          <Dashboard user={user} onLeave={() => setIsLeaving(true)} />
          <RenewSignIn user={user} isExpired={session.status === 'signed-out'} />
        </>
      )}
    </>
  )
}

function isSame(one: User, other: User | undefined): boolean {
  return one.id === other?.id && one.username === other.username && one.name === other.name
}

function Unknown() {
  return (
    <Notice>
      <div role="status">
        <span
          aria-hidden="true"
          className="mx-auto mb-4 block size-10 animate-spin rounded-full border-3 border-sand border-t-accent-deep"
        />
        Loading...
      </div>
      <noscript>
        <LoginInvitation />
      </noscript>
    </Notice>
  )
}

function SignedOut() {
  const { pathname, navigate } = useRouter()
  const isRedirected = useRef(false)
  useEffect(() => {
    if (isRedirected.current) return
    isRedirected.current = true
    navigate(`/login?redirect=${pathname}`, { replace: true })
  }, [pathname, navigate])
  return (
    <Notice>
      <p role="status">Redirecting to login...</p>
      <LoginInvitation />
    </Notice>
  )
}

function LoginInvitation() {
  return (
    <div className="mt-6">
      <p>Please login to access the admin dashboard.</p>
      <p className="mt-3">
        <Link href="/login?redirect=/admin" className="font-semibold text-accent-deep underline underline-offset-4">
          Go to Login
        </Link>
      </p>
    </div>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-svh place-items-center p-6 text-center text-ink-soft">
      <div>
        <h1 className="sr-only">Admin Dashboard</h1>
        {children}
      </div>
    </main>
  )
}
