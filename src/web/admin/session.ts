import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '../../contract/accounts/auth.ts'
import { useQueries } from '../environment.tsx'
import { clearStoredUser, isUser, readStoredUser, storeUser } from '../lib/stored-user.ts'

export type Session =
  | { status: 'unknown' }
  | { status: 'signed-in'; user: User }
  /** `isConfirmed`: the server rejected the session (401); false if the server could not be reached. */
  | { status: 'signed-out'; isConfirmed: boolean }

/**
 * The signed-in user, for rendering only: the server authorizes every request. The stored copy of the user is used while
 * the server is unreachable, also in a tab in which the owner did not sign in.
 */
export function useSession(): Session {
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
