import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '../../contract/auth.ts'
import { useQueries } from '../environment.tsx'
import { clearStoredUser, isUser, readStoredUser } from '../lib/stored-user.ts'

export type Session = { status: 'unknown' } | { status: 'signed-in'; user: User } | { status: 'signed-out' }

/**
 * The signed-in user, for rendering only: the server authorizes every request. The stored copy of the user is used while
 * the server is unreachable.
 */
export function useSession(): Session {
  const { data, isPending, isError } = useQuery(useQueries().user())
  const isSignedOut = !isPending && !isError && !isUser(data)

  useEffect(() => {
    if (isSignedOut) clearStoredUser()
  }, [isSignedOut])

  if (isPending) return { status: 'unknown' }
  const user = isError ? readStoredUser() : data
  return isUser(user) ? { status: 'signed-in', user } : { status: 'signed-out' }
}
