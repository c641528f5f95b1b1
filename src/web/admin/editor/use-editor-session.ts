import { useState } from 'react'
import { useRouter } from '../../lib/router.tsx'
import type { EditorKind } from './editor-kind.ts'

type Session = {
  /** Changes whenever a post or an empty form is opened. */
  key: number
  /** The post that was loaded; undefined for a new one, also after it was created. */
  opened: number | undefined
  current: number | undefined
  /** True until the URL has caught up with a post that was created here. */
  isMoving: boolean
}

/**
 * Tracks the post in the editor. A navigation opens another post; creating a post only replaces the URL and keeps the
 * editor mounted.
 */
export function useEditorSession(id: number | undefined, { editHref, newHref }: EditorKind) {
  const { navigate } = useRouter()
  const [session, setSession] = useState<Session>({ key: 0, opened: id, current: id, isMoving: false })
  const hasArrived = id === session.current
  if (hasArrived && session.isMoving) setSession({ ...session, isMoving: false })
  if (!hasArrived && !session.isMoving) setSession({ key: session.key + 1, opened: id, current: id, isMoving: false })

  return {
    key: session.key,
    opened: session.opened,
    adopt(created: number) {
      setSession((before) => ({ ...before, current: created, isMoving: true }))
      navigate(editHref(created), { replace: true, stay: true })
    },
    /** Opens an empty form, also at the URL of a new post. */
    startNew() {
      const isMoving = id !== undefined
      setSession((before) => ({ key: before.key + 1, opened: undefined, current: undefined, isMoving }))
      // The title of the empty form has the focus already.
      navigate(newHref, { stay: true })
    },
  }
}
