import { useState } from 'react'
import { useRouter } from '../../lib/router.tsx'

type Session = {
  /** A new one for each time that a post, or an empty form, is opened. */
  key: number
  /** The post that was opened; none for a new one, also after it was created. */
  opened: number | undefined
  current: number | undefined
  /** True until the address has followed a post that was created here. */
  isMoving: boolean
}

/**
 * Which post the editor is on. Another address opens another post; a post that is created in the editor only changes
 * the address, and what is being typed goes on undisturbed.
 */
export function useEditorSession(id: number | undefined) {
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
      navigate(`/admin/posts/${created}`, { replace: true, stay: true })
    },
    /** An empty form, whatever the address is now. */
    startNew() {
      const isMoving = id !== undefined
      setSession((before) => ({ key: before.key + 1, opened: undefined, current: undefined, isMoving }))
      navigate('/admin/posts/new')
    },
  }
}
