import '../styles/admin.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../contract/accounts/auth.ts'
import { AdminQueryProvider } from '../data/owner/admin-query-provider.tsx'
import { useQueries } from '../environment.tsx'
import { useParams, useRouter } from '../lib/router.tsx'
import { clearStoredUser, isUser, readStoredUser, storeUser } from '../lib/stored-user.ts'
import { dismissActions } from '../lib/toast.ts'
import { AdminShell, Redirecting, SessionPending } from './admin-shell.tsx'
import { Dashboard } from './dashboard.tsx'
import { RenewSignIn } from './kit/renew-sign-in.tsx'
import { StepUpDialog } from './kit/step-up-dialog.tsx'
import { Tooltips } from './kit/tooltips.tsx'
import { tabContents } from './tab-contents.ts'
import { findPlace } from './tabs.ts'
import { UploadDock } from './upload/upload-dock.tsx'

/** The admin in the browser: the dashboard of the signed-in user, or a redirect to the login. */
export function AdminPage() {
  const session = useSession()
  const { tab } = useParams()
  // While the session is read; a failure is shown when the tab is rendered.
  useEffect(() => {
    const place = findPlace(tab)
    if (place) void tabContents[place.name].preload().catch(() => {})
  }, [tab])
  useEffect(() => dismissActions, [])
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
        <Tooltips />
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

type Session =
  | { status: 'unknown' }
  | { status: 'signed-in'; user: User }
  /** `isConfirmed`: the server rejected the session (401); false if the server could not be reached. */
  | { status: 'signed-out'; isConfirmed: boolean }

/**
 * The signed-in user, for rendering only: the server authorizes every request. The stored copy of the user is used while
 * the server is unreachable, also in a tab in which the owner did not sign in.
 */
function useSession(): Session {
  const { data, isPending, isError } = useQuery(useQueries().user())
  const isKnown = !isPending && !isError

  useEffect(() => {
    if (!isKnown) return
    if (isUser(data)) storeUser(data)
    else clearStoredUser()
  }, [isKnown, data])

  if (isPending) return { status: 'unknown' }
  const user = isError ? readStoredUser() : data
  return isUser(user) ? { status: 'signed-in', user } : { status: 'signed-out', isConfirmed: isKnown }
}
