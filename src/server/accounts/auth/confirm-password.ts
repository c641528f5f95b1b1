import type { Db } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { findUser } from '../users/users.repo.ts'
import { verifyPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>

/** Asks the signed-in owner for the password before what must not be done by whoever finds the dashboard open. */
export function createConfirmPassword({ db, throttle }: { db: Db; throttle: Throttle }) {
  /** Throws 400 that names `field`, or 429 for one who guesses. */
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
