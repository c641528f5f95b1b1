import { type ReactNode, useEffect, useRef, useState } from 'react'
import { guardLeaving, useRouter } from '../../lib/router.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Confirms leaving with unsaved changes by a link, Back or closing the tab. `consequence` tells what happens to them.
 * `confirm` guards an action that is not a navigation; `bypass` navigates without confirmation. With `isSentOnLeaving`, only
 * closing the tab is confirmed: the page sends the changes when it is left in the app.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  consequence: string,
  isSentOnLeaving = false,
): {
  confirm: (go: () => void) => void
  bypass: (go: () => void) => void
  dialog: ReactNode
} {
  const { pathname, query } = useRouter()
  const page = pageOf(pathname, query)
  const [pending, setPending] = useState<() => void>()
  const isBypassed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return
    isBypassed.current = false
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    if (isSentOnLeaving) return () => window.removeEventListener('beforeunload', warn)
    const stop = guardLeaving((href, go) => {
      const next = new URL(href, window.location.origin)
      if (isBypassed.current || pageOf(next.pathname, next.searchParams) === page) return false
      setPending(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [isUnsaved, isSentOnLeaving, page])

  const leave = () => {
    isBypassed.current = true
    setPending(undefined)
    pending?.()
  }

  const dialog = (
    <ConfirmDialog
      isOpen={pending !== undefined}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={leave}
      onClose={() => setPending(undefined)}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
  return {
    confirm: (go) => (isUnsaved && !isSentOnLeaving ? setPending(() => go) : go()),
    bypass: (go) => {
      isBypassed.current = true
      go()
      isBypassed.current = false
    },
    dialog,
  }
}

/** The views of a path are pages of their own; its other parameters are the state of a list. */
const pageOf = (pathname: string, query: URLSearchParams) => `${pathname}?${query.get('view') ?? ''}`
