import type { Db } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { findUser } from '../users/users.repo.ts'
import { verifyPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>

/** Checks the owner's password before a change that an open session alone does not authorize. */
export function createConfirmPassword({ db, throttle }: { db: Db; throttle: Throttle }) {
  /** Throws 400 with an issue for `field`, or 429 after too many attempts. */
  return async (userId: number, password: string, field = 'password'): Promise<void> => {
    const attempt = await throttle.confirm(userId)
    const row = await findUser(db, userId)
    if (!row || !(await verifyPassword(row.password_hash, password))) {
      const message = 'That is not your password'
      throw badRequest(message, [{ path: field, message }])
    }
    await attempt.succeeded()
  }
}
