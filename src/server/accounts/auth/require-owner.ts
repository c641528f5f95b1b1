import type { MiddlewareHandler } from 'hono'
import type { User } from '../../../contract/auth.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { Owner } from '../../platform/http/owner.ts'
import { createAuditEntry } from '../audit/audit.repo.ts'
import type { SessionCookie } from './session-cookie.ts'

export type RequireOwnerOptions = {
  db: Db
  clock: () => Date
  cookie: SessionCookie
  /** Called after each successful write, before it is answered: what is kept of the public site may be old now. `path` is the request's. */
  onChange: (path: string) => void | Promise<void>
}

/**
 * Lets the signed-in owner pass and refuses everyone else with 401. The user stands in `c.var.user`; a successful write
 * enters the audit trail with `c.var.subject`.
 */
export function requireOwner({ db, clock, cookie, onChange }: RequireOwnerOptions): MiddlewareHandler<Owner> {
  return async (c, next) => {
    const session = await cookie.read(c)
    if (!session) throw new HttpError(401, 'Please sign in')
    const { user } = session
    c.set('user', user)
    c.set('sessionId', session.id)
    await next()
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || !c.res.ok) return
    await onChange(c.req.path)
    // A repeat that got the first answer again did nothing.
    if (c.res.headers.has('idempotent-replayed')) return
    await audit(user, c.req.method, c.req.path, c.get('subject') ?? '')
  }

  async function audit(user: User, method: string, path: string, subject: string): Promise<void> {
    await createAuditEntry(db, {
      user_id: user.id,
      method,
      path: path.replace(/^\/api/, ''),
      subject,
      at: clock().toISOString(),
    })
  }
}
