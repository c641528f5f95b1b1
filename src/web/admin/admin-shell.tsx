import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UsedTabs } from '../../contract/app/overview.ts'
import { adminColoursUrl } from '../data/admin-colours.ts'
import { useEnvironment, useQueries } from '../environment.tsx'
import { Link, useParams, useRouter } from '../lib/router.tsx'
import { AdminFrame, TabSkeleton } from './admin-frame.tsx'
import { useOpenedNames } from './kit/opened-name.ts'
import { pageTitle } from './page-title.ts'
import { RailGroups, railClass, railLinkClass, railListClass, tabMenuClass } from './tab-rail.tsx'
import { findPlace, groupTabs, tabHref } from './tabs.ts'

/**
 * All that the server renders of the admin; the browser replaces the children once the session is known. Of the admin it
 * imports the frame and the labels of the places only, which keeps the rest out of the server bundle.
 */
export function AdminShell({ children = <SessionPending /> }: { children?: ReactNode }) {
  return (
    <>
      <PageTitle />
      <meta name="robots" content="noindex, nofollow" />
      {/* Before the first paint the browser chooses the colour of the canvas by it. */}
      <meta name="color-scheme" content="light dark" />
      {/* In place and not in the head, so that it goes with the admin; it blocks the painting of what follows. */}
      <link rel="stylesheet" href={adminColoursUrl} />
      {children}
    </>
  )
}

/** The place of the address, with the name of what is open in it once the browser has loaded it. */
function PageTitle() {
  const { data: site } = useQuery(useQueries().site())
  const { tab, id } = useParams()
  const { query } = useRouter()
  return <title>{pageTitle({ tab, id, query }, useOpenedNames(), site?.brand)}</title>
}

/** The frame of the dashboard if the server knows the owner, otherwise a notice. */
export function SessionPending() {
  const { usedTabs } = useEnvironment()
  return usedTabs ? <PendingDashboard usedTabs={usedTabs} /> : <PendingNotice />
}

/** Icons are in the code of the browser: here is the space for them. */
function PendingDashboard({ usedTabs }: { usedTabs: UsedTabs }) {
  const place = findPlace(useParams().tab)
  const current = place?.parent ?? place?.name
  return (
    <AdminFrame
      menu={
        <span className={`-ml-2 lg:hidden ${tabMenuClass}`}>
          <span className="size-5" />
          {place?.label ?? 'Dashboard'}
        </span>
      }
      rail={
        <nav aria-label="Dashboard" className={`max-lg:hidden ${railClass}`}>
          <div className={railListClass}>
            <RailGroups groups={groupTabs(usedTabs, current)}>
              {(tab) => (
                <a
                  key={tab.name}
                  href={tabHref(tab)}
                  data-state={tab.name === current ? 'active' : undefined}
                  className={railLinkClass}
                >
                  <span className="size-4.5 shrink-0" />
                  {tab.label}
                </a>
              )}
            </RailGroups>
          </div>
        </nav>
      }
    >
      <TabSkeleton />
      <noscript>
        <LoginInvitation />
      </noscript>
    </AdminFrame>
  )
}

function PendingNotice() {
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
