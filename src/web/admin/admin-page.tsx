import '../styles/admin.css'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../contract/accounts/auth.ts'
import { AdminQueryProvider } from '../data/owner/admin-query-provider.tsx'
import { useRouter } from '../lib/router.tsx'
import { AdminShell, Redirecting, SessionPending } from './admin-shell.tsx'
import { Dashboard } from './dashboard.tsx'
import { RenewSignIn } from './kit/renew-sign-in.tsx'
import { StepUpDialog } from './kit/step-up-dialog.tsx'
import { useSession } from './session.ts'
import { UploadDock } from './upload/upload-dock.tsx'

/** The admin in the browser: the dashboard of the signed-in user, or a redirect to the login. */
export function AdminPage() {
  const session = useSession()
  const [known, setKnown] = useState<User>()
  const [isLeaving, setIsLeaving] = useState(false)
  const current = session.status === 'signed-in' ? session.user : undefined
  if (current && !isSame(current, known)) setKnown(current)
  // An expired session leaves the dashboard open, with a dialog to sign in again; only logging out closes it.
  const user = current ?? (isLeaving ? undefined : known)
  if (!user) return <AdminShell>{session.status === 'unknown' ? <SessionPending /> : <SignedOut />}</AdminShell>
  return (
    <AdminQueryProvider>
      <AdminShell>
        <Dashboard user={user} onLeave={() => setIsLeaving(true)} />
        <UploadDock />
        <StepUpDialog />
        <RenewSignIn user={user} isExpired={session.status === 'signed-out' && session.isConfirmed} />
      </AdminShell>
    </AdminQueryProvider>
  )
}

function isSame(one: User, other: User | undefined): boolean {
  return one.id === other?.id && one.username === other.username && one.name === other.name
}

function SignedOut() {
  const { pathname, query, navigate } = useRouter()
  const isRedirected = useRef(false)
  useEffect(() => {
    if (isRedirected.current) return
    isRedirected.current = true
    const search = query.size > 0 ? encodeURIComponent(`?${query}`) : ''
    navigate(`/login?redirect=${pathname}${search}`, { replace: true })
  }, [pathname, query, navigate])
  return <Redirecting />
}
