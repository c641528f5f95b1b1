import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { LoginInput, User } from '../../contract/auth.ts'
import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { findUserByName } from '../users/users.repo.ts'
import { verifyNothing, verifyPassword } from './passwords.ts'
import { createSession, deleteExpiredSessions, SESSION_AGE } from './sessions.repo.ts'

/** Checks name and password, begins a session (always a new one) and sets its cookie. Throws 401. */
export async function signIn(
  c: Context,
  db: Db,
  now: Date,
  isPublic: boolean,
  { username, password }: LoginInput,
): Promise<User> {
  const row = await findUserByName(db, username)
  const isRight = row ? await verifyPassword(row.password_hash, password) : await verifyNothing(password)
  if (!row || !isRight) throw new Refusal(401, 'Invalid username or password')
  await deleteExpiredSessions(db, now)
  const { name, attributes } = sessionCookie(isPublic)
  setCookie(c, name, await createSession(db, row.id, now), { ...attributes, maxAge: SESSION_AGE / 1000 })
  return { id: row.id, username: row.username, name: row.name }
}

/** The `__Host-` prefix keeps a subdomain from setting it (RFC 6265bis); it needs https. */
export function sessionCookie(isPublic: boolean) {
  return {
    name: isPublic ? '__Host-session' : 'session',
    attributes: { httpOnly: true, secure: isPublic, sameSite: 'Lax', path: '/' } as const,
  }
}
