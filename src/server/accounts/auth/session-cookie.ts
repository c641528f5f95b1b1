import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Db } from '../../platform/db/schema.ts'
import { heldSentence } from '../../platform/db/write-hold.ts'
import { deleteSession, findSession, SESSION_AGE, type Session, touchSession } from './sessions.repo.ts'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * Readable by scripts, so that anonymous visitors send no request for the user. Grants nothing; read by
 * `web/lib/stored-user.ts`.
 */
export const SESSION_HINT = 'signed-in'

/** The session token's cookie. On https, its `__Host-` prefix prevents subdomains from setting it (RFC 6265bis). */
export function createSessionCookie({ db, clock, isPublic }: { db: Db; clock: () => Date; isPublic: boolean }) {
  const name = isPublic ? '__Host-session' : 'session'
  const attributes = { httpOnly: true, secure: isPublic, sameSite: 'Lax', path: '/' } as const
  const tokenOf = (c: Context) => getCookie(c, name) ?? ''
  const deleteHint = (c: Context) => getCookie(c, SESSION_HINT) && deleteCookie(c, SESSION_HINT, attributes)
  const set = (c: Context, token: string) => {
    const lasting = { ...attributes, maxAge: SESSION_AGE / 1000 }
    setCookie(c, name, token, lasting)
    setCookie(c, SESSION_HINT, '1', { ...lasting, httpOnly: false })
  }
  /** While the site is moved to another database, the owner goes on reading with the session as it is. */
  const touch = (session: Session) =>
    touchSession(db, session, clock()).catch((error: unknown) => {
      if (heldSentence(error) !== undefined) return false
      throw error
    })
  return {
    tokenOf,
    set,
    /** Ends the session of a request, on the server and in the browser. */
    async end(c: Context): Promise<void> {
      await deleteSession(db, tokenOf(c))
      deleteCookie(c, name, attributes)
      deleteHint(c)
      // Not "storage": unsaved drafts are in IndexedDB.
      c.header('clear-site-data', '"cache"')
    },
    /** The session of a request. Every few minutes its expiry is extended, on the server and in the browser. */
    async read(c: Context): Promise<Session | undefined> {
      const token = tokenOf(c)
      const session = await findSession(db, token, clock())
      if (!session) deleteHint(c)
      else if (await touch(session)) set(c, token)
      return session
    },
  }
}
