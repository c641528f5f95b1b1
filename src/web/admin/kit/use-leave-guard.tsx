import { type ReactNode, useEffect, useRef, useState } from 'react'
import { guardLeaving, useRouter } from '../../lib/router.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type LeaveGuard = {
  /** Confirms an action that is not a navigation. */
  confirm: (go: () => void) => void
  /** Navigates without a confirmation. */
  bypass: (go: () => void) => void
  dialog: ReactNode
}

/**
 * Confirms leaving with unsaved changes by a link, Back or closing the tab. `consequence` tells what happens to them. With
 * `isSentOnLeaving`, only closing the tab is confirmed: the page sends the changes when it is left in the app.
 */
export function useLeaveGuard(isUnsaved: boolean, consequence: string, isSentOnLeaving = false): LeaveGuard {
  return useGuard(isUnsaved, { title: 'Leave without saving?', confirmLabel: 'Leave', consequence }, isSentOnLeaving)
}

/** The same for what was typed in a dialog; closing the dialog is an action to `confirm`. */
export function useDiscardGuard(isUnsaved: boolean, consequence: string): LeaveGuard {
  return useGuard(isUnsaved, { title: 'Discard your changes?', confirmLabel: 'Discard', consequence }, false)
}

let isBypassed = false

/** Navigates without a confirmation, such as after a save. */
export function bypassLeaveGuard(go: () => void): void {
  isBypassed = true
  try {
    go()
  } finally {
    isBypassed = false
  }
}

type Question = { title: string; confirmLabel: string; consequence: string }

function useGuard(isUnsaved: boolean, question: Question, isSentOnLeaving: boolean): LeaveGuard {
  const { title, confirmLabel, consequence } = question
  const { pathname, query } = useRouter()
  const page = pageOf(pathname, query)
  const [pending, setPending] = useState<() => void>()
  const isConfirmed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return
    isConfirmed.current = false
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    if (isSentOnLeaving) return () => window.removeEventListener('beforeunload', warn)
    const stop = guardLeaving((href, go) => {
      const next = new URL(href, window.location.origin)
      if (isBypassed || isConfirmed.current || pageOf(next.pathname, next.searchParams) === page) return false
      setPending(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [isUnsaved, isSentOnLeaving, page])

  const leave = () => {
    isConfirmed.current = true
    setPending(undefined)
    pending?.()
  }

  const dialog = (
    <ConfirmDialog
      isOpen={pending !== undefined}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={leave}
      onClose={() => setPending(undefined)}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
  return {
    confirm: (go) => (isUnsaved && !isSentOnLeaving ? setPending(() => go) : go()),
    bypass: bypassLeaveGuard,
    dialog,
  }
}

/** The views of a path are pages of their own; its other parameters are the state of a list. */
const pageOf = (pathname: string, query: URLSearchParams) => `${pathname}?${query.get('view') ?? ''}`
