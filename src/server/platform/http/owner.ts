import type { MiddlewareHandler } from 'hono'
import type { User } from '../../../contract/auth.ts'

/** What a route behind the owner's guard knows. */
export type Owner = {
  Variables: {
    user: User
    /** The session that asks. */
    sessionId: number
    /** What the thing that a write changes is called, for the audit trail; the route sets it. */
    subject?: string
  }
}

/** Stands before every route that is not for visitors. */
export type OwnerGuard = MiddlewareHandler<Owner>
