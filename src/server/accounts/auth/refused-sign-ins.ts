import type { Logger } from 'pino'
import type { Db } from '../../platform/db/schema.ts'
import { countSecurityEvent } from '../audit/security-events.repo.ts'
import { findFirstUserId } from '../users/users.repo.ts'

const EVERY_MS = 60_000

type RefusedSignInsOptions = { db: Db; clock: () => Date; log: Pick<Logger, 'warn' | 'error'> }

/**
 * Counts sign-ins that were refused unread, and writes their number once a minute to the log and to the audit trail: a flood
 * of them must cost no write each. A process that is killed loses those of its last minute.
 */
export function createRefusedSignIns({ db, clock, log }: RefusedSignInsOptions) {
  let count = 0

  async function write(): Promise<void> {
    const times = count
    count = 0
    log.warn({ count: times }, 'sign-ins of the last minute were refused after too many attempts')
    const userId = await findFirstUserId(db)
    if (userId === undefined) return
    await countSecurityEvent(db, { event: 'refused-sign-in', userId, now: clock().toISOString(), times })
  }

  return {
    count(): void {
      count += 1
      if (count > 1) return
      setTimeout(() => {
        write().catch((error: unknown) => log.error({ err: error }, 'refused sign-ins could not be counted'))
      }, EVERY_MS).unref()
    },
  }
}
