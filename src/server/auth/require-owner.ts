import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { User } from '../../contract/auth.ts'
import { createAuditEntry } from '../audit/audit.repo.ts'
import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import type { Owner } from '../http/owner.ts'
import { findSessionUser } from './sessions.repo.ts'
import { sessionCookie } from './sign-in.ts'

export type RequireOwnerOptions = {
  db: Db
  clock: () => Date
  isPublic: boolean
  /** Called after each successful write, before it is answered: what is kept of the public site may be old now. `path` is the request's. */
  onChange: (path: string) => void
}

/**
 * Lets the signed-in owner pass and refuses everyone else with 401. The user stands in `c.var.user`; a successful write
 * enters the audit trail with `c.var.subject`.
 */
export function requireOwner({ db, clock, isPublic, onChange }: RequireOwnerOptions): MiddlewareHandler<Owner> {
  const { name } = sessionCookie(isPublic)
  return async (c, next) => {
    const user = await findSessionUser(db, getCookie(c, name) ?? '', clock())
    if (!user) throw new Refusal(401, 'Please sign in')
    c.set('user', user)
    await next()
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || !c.res.ok) return
    onChange(c.req.path)
    await record(user, c.req.method, c.req.path, c.get('subject') ?? '')
  }

  async function record(user: User, method: string, path: string, subject: string): Promise<void> {
    await createAuditEntry(db, {
      user_id: user.id,
      method,
      path: path.replace(/^\/api/, ''),
      subject,
      at: clock().toISOString(),
    })
  }
}
