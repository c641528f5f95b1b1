import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminColoursUrl } from '../data/admin-colours.ts'
import { useQueries } from '../environment.tsx'
import { Link } from '../lib/router.tsx'

/**
 * All that the server renders of the admin; the browser replaces the children once the session is known. It imports no
 * other part of the admin, which keeps those out of the server bundle.
 */
export function AdminShell({ children = <SessionPending /> }: { children?: ReactNode }) {
  const { data: site } = useQuery(useQueries().site())
  return (
    <>
      <title>{site ? `Admin Dashboard | ${site.brand}` : 'Admin Dashboard'}</title>
      <meta name="robots" content="noindex, nofollow" />
      {/* Before the first paint the browser chooses the colour of the canvas by it. */}
      <meta name="color-scheme" content="light dark" />
      {/* In place and not in the head, so that it goes with the admin; it blocks the painting of what follows. */}
      <link rel="stylesheet" href={adminColoursUrl} />
      {children}
    </>
  )
}

export function SessionPending() {
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

export function Redirecting() {
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
