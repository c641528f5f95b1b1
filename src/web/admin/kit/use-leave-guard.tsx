import { type ReactNode, useEffect, useRef, useState } from 'react'
import { guardLeaving, useRouter } from '../../lib/router.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before unsaved text is left: by a link, by Back, by closing the tab. `consequence` says what becomes of it. `ask`
 * does the same for what is no navigation; `allow` navigates without a question, where nothing is left.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  consequence: string,
): {
  ask: (go: () => void) => void
  allow: (go: () => void) => void
  dialog: ReactNode
} {
  const { pathname } = useRouter()
  const [waiting, setWaiting] = useState<() => void>()
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return
    isAllowed.current = false
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const stop = guardLeaving((href, go) => {
      const isSamePage = href.split('?')[0] === pathname
      if (isAllowed.current || isSamePage) return false
      setWaiting(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [isUnsaved, pathname])

  const leave = () => {
    isAllowed.current = true
    setWaiting(undefined)
    waiting?.()
  }

  const dialog = (
    <ConfirmDialog
      isOpen={waiting !== undefined}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={leave}
      onClose={() => setWaiting(undefined)}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
  return {
    ask: (go) => (isUnsaved ? setWaiting(() => go) : go()),
    allow: (go) => {
      isAllowed.current = true
      go()
      isAllowed.current = false
    },
    dialog,
  }
}
