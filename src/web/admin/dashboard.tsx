import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, LogOut, RefreshCw } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { User } from '../../contract/accounts/auth.ts'
import { useLogout } from '../data/owner/account.ts'
import { refreshOwnerData } from '../data/owner/refresh.ts'
import { useQueries } from '../environment.tsx'
import { useParams } from '../lib/router.tsx'
import { signInCopy } from '../lib/sign-in-copy.ts'
import { clearStoredUser } from '../lib/stored-user.ts'
import { toast } from '../lib/toast.ts'
import { StatusMessage } from '../ui/status-message.tsx'
import { AdminFrame, TabSkeleton } from './admin-frame.tsx'
import { Commands } from './commands/commands.tsx'
import { useGroupedTabs } from './grouped-tabs.ts'
import { adminMessages } from './kit/admin-messages.ts'
import { ConfirmDialog } from './kit/confirm-dialog.tsx'
import { Problems } from './kit/problems.tsx'
import { messageOf } from './kit/server-errors.ts'
import { TabErrorBoundary } from './kit/tab-error-boundary.tsx'
import { ToolButton, ToolLink } from './kit/tool-button.tsx'
import { useKeptFocus } from './kit/use-kept-focus.ts'
import { useMediaQuery } from './kit/use-media-query.ts'
import { usePreloadedTabs } from './preload-tabs.ts'
import { TabBar } from './tab-bar.tsx'
import { tabContents } from './tab-contents.ts'
import { TabMenu } from './tab-menu.tsx'
import { findPlace, type Place } from './tabs.ts'
import { isUnfinished } from './upload/upload-item.ts'
import { uploadQueue } from './upload/upload-queue.ts'

/** From here on the tabs are a rail at the side; Tailwind's `lg`. */
const RAIL = '(min-width: 64rem)'

/** The dashboard: header, tabs and the content of the current tab. */
export function Dashboard({ user, onLeave }: { user: User; onLeave: () => void }) {
  const { tab: name } = useParams()
  const place = findPlace(name)
  const current = place?.parent ?? place?.name ?? ''
  const groups = useGroupedTabs(current)
  const isRail = useMediaQuery(RAIL)
  const Content = place && tabContents[place.name]
  usePreloadedTabs()
  useCompositionKeys()
  useKeptFocus()
  return (
    <AdminFrame
      menu={!isRail && <TabMenu current={current} label={place?.label ?? 'Dashboard'} groups={groups} />}
      account={
        <p className="truncate text-sm text-ink-soft">
          Signed in as <strong className="text-ink">{user.name || user.username}</strong>
        </p>
      }
      tools={
        <div className="flex shrink-0 sm:gap-1 md:gap-2">
          <Commands />
          <ToolLink href="/" data-tooltip="View Site" className={headerButton}>
            <ExternalLink aria-hidden="true" className="size-4.5 md:size-4" />
            <span className="max-md:sr-only">View Site</span>
          </ToolLink>
          <RefreshButton />
          <LogoutButton onDone={onLeave} />
        </div>
      }
      rail={isRail && <TabBar current={current} groups={groups} />}
    >
      <Problems />
      {place && Content ? (
        // Outside the boundary: the tabs refer to the panel while its content loads.
        <div role="tabpanel" id="tab-panel" {...nameOf(place, isRail)}>
          <TabErrorBoundary key={place.name}>
            <Suspense fallback={<TabSkeleton />}>
              <Content />
            </Suspense>
          </TabErrorBoundary>
        </div>
      ) : (
        <StatusMessage>There is no such place in the dashboard.</StatusMessage>
      )}
    </AdminFrame>
  )
}

/** A place without a tab has its own name, not that of the tab above it. */
function nameOf({ name, label, parent }: Place, isRail: boolean) {
  if (parent) return { 'aria-label': label }
  return { 'aria-labelledby': isRail ? `tab-${name}` : 'tab-menu' }
}

/** On a phone the buttons of the header are icons, so that it keeps to one line. */
const headerButton = 'lg:min-h-8 max-md:w-10 max-md:border-transparent max-md:bg-transparent max-md:px-0'

function LogoutButton({ onDone }: { onDone: () => void }) {
  const logout = useLogout()
  const queryClient = useQueryClient()
  const queries = useQueries()
  const [isAsking, setIsAsking] = useState(false)
  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        clearStoredUser()
        uploadQueue.discard()
        onDone()
        toast(signInCopy.logoutDone)
        // The next user of this browser must not find cached data of the owner.
        queryClient.removeQueries({ queryKey: ['owner'] })
        queryClient.setQueryData(queries.user().queryKey, null)
      },
      onError: (error) => toast(signInCopy.logoutFailed(messageOf(error))),
    })
  const handleClick = () => (uploadQueue.items().some(isUnfinished) ? setIsAsking(true) : leave())
  return (
    <>
      <ToolButton data-tooltip="Log out" disabled={logout.isPending} onClick={handleClick} className={headerButton}>
        <LogOut aria-hidden="true" className="size-4.5 md:size-4" />
        <span className="max-md:sr-only">Log out</span>
      </ToolButton>
      <ConfirmDialog
        isOpen={isAsking}
        title="Stop the uploads?"
        confirmLabel="Log out"
        isBusy={logout.isPending}
        onConfirm={leave}
        onClose={() => setIsAsking(false)}
      >
        <p>Pictures that are not uploaded yet are removed from this browser.</p>
      </ConfirmDialog>
    </>
  )
}

/** Refetches all data of the dashboard. */
function RefreshButton() {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const handleClick = () => {
    setIsBusy(true)
    refreshOwnerData(queryClient)
      .then(
        () => toast(adminMessages.dataRefreshed),
        () => toast(adminMessages.refreshFailed),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <ToolButton data-tooltip="Refresh Data" disabled={isBusy} onClick={handleClick} className={headerButton}>
      <RefreshCw aria-hidden="true" className={`size-4.5 md:size-4 ${isBusy ? 'animate-spin' : ''}`} />
      <span className="max-md:sr-only">Refresh Data</span>
    </ToolButton>
  )
}

/**
 * Keeps the keys of an input method from every key handler of the dashboard, so that the Enter that confirms a composition
 * adds or applies nothing, and the Escape that cancels it closes nothing.
 */
function useCompositionKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', stopComposingKey, true)
    return () => window.removeEventListener('keydown', stopComposingKey, true)
  }, [])
}

function stopComposingKey(event: KeyboardEvent): void {
  // WebKit sends Enter after the end of the composition, with the key code of an input method.
  const isComposing = event.isComposing || event.keyCode === 229
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  // The visual editor reads the keys of its own compositions.
  if (isComposing && isField) event.stopPropagation()
}
