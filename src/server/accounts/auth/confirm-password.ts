import type { Db } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { countSecurityEvent } from '../audit/security-events.repo.ts'
import { findUser } from '../users/users.repo.ts'
import { verifyPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>

/** Checks the owner's password before a change that an open session alone does not authorize. */
export function createConfirmPassword({ db, clock, throttle }: { db: Db; clock: () => Date; throttle: Throttle }) {
  async function reject(userId: number, field: string): Promise<never> {
    await countSecurityEvent(db, { event: 'wrong-password', userId, now: clock().toISOString() })
    throw wrongPassword(field)
  }

  return {
    /** Enters a wrong password into the audit trail and throws 400 with an issue for `field`. */
    reject,

    /** The stored hash of a correct password, undefined for a wrong one. Throws 429 during a pause. */
    async check(userId: number, password: string): Promise<string | undefined> {
      const attempt = await throttle.confirm(userId)
      const row = await findUser(db, userId)
      if (!row || !(await verifyPassword(row.password_hash, password))) return undefined
      await attempt.succeeded()
      return row.password_hash
    },

    /** Rejects a wrong password; throws 429 during a pause. */
    async require(userId: number, password: string): Promise<void> {
      if ((await this.check(userId, password)) === undefined) await reject(userId, 'password')
    },
  }
}

export function wrongPassword(field: string) {
  const message = 'That is not your password'
  return badRequest(message, [{ path: field, message }])
}
