import { ExternalLink } from 'lucide-react'
import { Suspense } from 'react'
import type { User } from '../../contract/accounts/auth.ts'
import { useParams } from '../lib/router.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMessage } from '../ui/status-message.tsx'
import { Problems } from './kit/problems.tsx'
import { TabErrorBoundary } from './kit/tab-error-boundary.tsx'
import { ToolLink } from './kit/tool-button.tsx'
import { LogoutButton } from './logout-button.tsx'
import { usePreloadedTabs } from './preload-tabs.ts'
import { RefreshButton } from './refresh-button.tsx'
import { TabBar } from './tab-bar.tsx'
import { findTab } from './tabs.ts'
import { useCompositionKeys } from './use-composition-keys.ts'

/** The dashboard: header, tabs and the content of the current tab. */
export function Dashboard({ user, onLeave }: { user: User; onLeave: () => void }) {
  const { tab: name } = useParams()
  const tab = findTab(name)
  usePreloadedTabs()
  useCompositionKeys()
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[104rem] px-4 pb-16 md:px-8">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 md:py-5">
        <div className="min-w-0">
          <h1 className="text-2xl md:text-3xl">Admin Dashboard</h1>
          <p className="truncate text-sm text-ink-soft">
            Signed in as <strong className="text-ink">{user.name || user.username}</strong>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ToolLink href="/">
            <ExternalLink aria-hidden="true" className="size-4 max-sm:hidden" />
            View Site
          </ToolLink>
          <RefreshButton />
          <LogoutButton onDone={onLeave} />
        </div>
      </header>
      <Problems />
      <div className="lg:grid lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-8">
        <TabBar current={tab?.parent ?? tab?.name ?? ''} />
        {tab ? (
          // Outside the boundary: the tabs refer to the panel while its content loads.
          <div
            role="tabpanel"
            id="tab-panel"
            aria-labelledby={`tab-${tab.parent ?? tab.name}`}
            className="min-w-0 pt-6 lg:pt-0"
          >
            <TabErrorBoundary key={tab.name}>
              <Suspense fallback={<TabSkeleton />}>
                <tab.content />
              </Suspense>
            </TabErrorBoundary>
          </div>
        ) : (
          <StatusMessage className="mt-6 self-start lg:mt-0">There is no such place in the dashboard.</StatusMessage>
        )}
      </div>
    </main>
  )
}

function TabSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-10 w-full max-w-md" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
