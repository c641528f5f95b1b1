import type { Logger } from 'pino'
import type { Db } from '../../platform/db/schema.ts'
import type { ClientNetwork } from '../../platform/http/client-network.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { countSecurityEvent } from '../audit/security-events.repo.ts'
import { findFirstUserId } from '../users/users.repo.ts'
import { createConfirmPassword } from './confirm-password.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswordResets, type ResetMail } from './password-reset.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionCookie } from './session-cookie.ts'
import { createSetup } from './setup.ts'
import { createSignIn, type NewDeviceNotice } from './sign-in.ts'
import { createThrottle } from './throttle.ts'
import { createWeakPasswordCheck } from './weak-password.ts'

const REFUSED_SIGN_INS_WRITE_MS = 60_000

export type AuthParts = {
  db: Db
  origin: string
  isPublic: boolean
  secrets: Secrets
  clock: () => Date
  log: Pick<Logger, 'warn' | 'error'>
  clientOf: ClientNetwork
  newDevice: NewDeviceNotice
  resetMail: ResetMail
  /** Announces a new account or password to other hosts, in its transaction. */
  announce(db: Db): Promise<void>
}

/** Creates the parts of authentication, shared by all routes. */
export function createAuth({
  db,
  origin,
  isPublic,
  secrets,
  clock,
  log,
  clientOf,
  newDevice,
  resetMail,
  announce,
}: AuthParts) {
  const rejectWeakPassword = createWeakPasswordCheck(db, origin)
  const cookie = createSessionCookie({ db, clock, isPublic })
  const refused = createRefusedSignIns({ db, clock, log })
  const throttle = createThrottle({ db, clock, isPublic, secrets, clientOf, onRefused: refused.count })
  const secondFactor = createSecondFactor({ db, clock, secrets })
  return {
    cookie,
    rejectWeakPassword,
    secrets,
    throttle,
    /** Called for each sign-in that is rejected unread. */
    noteRefused: refused.count,
    secondFactor,
    signIn: createSignIn({ db, clock, secrets, cookie, throttle, secondFactor, newDevice }),
    passkeys: createPasskeys({ db, clock, origin }),
    setup: createSetup({ db, clock, rejectWeakPassword, announce }),
    passwordResets: createPasswordResets({ db, clock, mail: resetMail, rejectWeakPassword, announce }),
    confirmPassword: createConfirmPassword({ db, clock, throttle }),
  }
}

type RefusedSignInsOptions = { db: Db; clock: () => Date; log: Pick<Logger, 'warn' | 'error'> }

/**
 * Counts sign-ins that were refused unread, and writes their number once a minute to the log and to the audit trail: a flood
 * of them must cost no write each. A process that is killed loses those of its last minute.
 */
function createRefusedSignIns({ db, clock, log }: RefusedSignInsOptions) {
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
      }, REFUSED_SIGN_INS_WRITE_MS).unref()
    },
  }
}
