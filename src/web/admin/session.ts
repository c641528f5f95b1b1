import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '../../contract/auth.ts'
import { useQueries } from '../environment.tsx'
import { clearStoredUser, isUser, readStoredUser } from '../lib/stored-user.ts'

export type Session = { status: 'unknown' } | { status: 'signed-in'; user: User } | { status: 'signed-out' }

/**
 * Who is signed in, for what the browser draws; the server checks every call for itself. The server's word counts; the
 * copy of the user only stands in while the server cannot be asked.
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
