import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { TwoFactor, TwoFactorSetup } from '../../../contract/accounts/two-factor.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { lockUser } from '../users/users.repo.ts'
import {
  confirmTwoFactor,
  consumeRecoveryCode,
  consumeTimeStep,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  saveTwoFactorSecret,
} from './second-factor.repo.ts'
import { deleteUserSessions } from './sessions.repo.ts'

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** The purpose under which the app's secret is encrypted. */
export const TWO_FACTOR_PURPOSE = 'two-factor'
/** Validity of a code; the adjacent steps are accepted too, for clock skew. */
const PERIOD_S = 30
const RECOVERY_CODES = 10

type SecondFactorParts = { db: Db; clock: () => Date; secrets: Secrets }

/** Codes of an authenticator app, and recovery codes. The app's secret is stored encrypted. */
export function createSecondFactor(parts: SecondFactorParts) {
  const { db, clock, secrets } = parts
  const hash = (code: string) => secrets.hmac('recovery code', code.toLowerCase().replace(/[^a-z0-9]/g, ''))

  async function renewRecoveryCodes(transaction: Db, userId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
    await replaceRecoveryCodes(transaction, userId, codes.map(hash))
    return codes
  }

  return {
    async isOn(userId: number, on = db): Promise<boolean> {
      return (await findTwoFactor(on, userId))?.confirmed_at != null
    },

    async state(userId: number): Promise<TwoFactor> {
      const isOn = await this.isOn(userId)
      return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, userId) : 0 }
    },

    /** Consumes a code and returns its kind; undefined if it is wrong or used. */
    async consume(on: Db, userId: number, code: string): Promise<'app' | 'recovery' | undefined> {
      const row = await findTwoFactor(on, userId)
      if (!row?.confirmed_at) return undefined
      const digits = code.replace(/[\s-]/g, '')
      if (/^\d{6}$/.test(digits)) return (await consumeAppCode(parts, on, row, digits)) ? 'app' : undefined
      return (await consumeRecoveryCode(on, userId, hash(code), clock().toISOString())) ? 'recovery' : undefined
    },

    /** Creates a secret that takes effect with `confirm`. */
    async begin(userId: number, { issuer, label }: { issuer: string; label: string }): Promise<TwoFactorSetup> {
      const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }), period: PERIOD_S })
      await saveTwoFactorSecret(db, userId, secrets.seal(TWO_FACTOR_PURPOSE, totp.secret.base32))
      return { address: totp.toString(), secret: totp.secret.base32 }
    },

    /** Turns it on, ends all sessions but `sessionId` and returns the recovery codes; undefined if the code is wrong. */
    async confirm(userId: number, code: string, sessionId: number): Promise<string[] | undefined> {
      const row = await findTwoFactor(db, userId)
      if (!row || !(await consumeAppCode(parts, db, row, code.replace(/[\s-]/g, '')))) return undefined
      return db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId)
        await confirmTwoFactor(transaction, userId, clock().toISOString())
        await deleteUserSessions(transaction, userId, sessionId)
        return renewRecoveryCodes(transaction, userId)
      })
    },

    renewRecoveryCodes: (userId: number) =>
      db.transaction().execute((transaction) => renewRecoveryCodes(transaction, userId)),

    turnOff: (userId: number) => db.transaction().execute((transaction) => deleteTwoFactor(transaction, userId)),
  }
}

/** Consumes an app's code with its time step; false if it is wrong or used. */
async function consumeAppCode(
  { clock, secrets }: SecondFactorParts,
  on: Db,
  { user_id: userId, secret: sealed }: Pick<Row<'two_factor'>, 'user_id' | 'secret'>,
  code: string,
): Promise<boolean> {
  const secret = secrets.open(TWO_FACTOR_PURPOSE, sealed)
  // Encrypted with the key of another data folder.
  if (secret === undefined) return false
  const timestamp = clock().getTime()
  const delta = new TOTP({ secret, period: PERIOD_S }).validate({ token: code, timestamp, window: 1 })
  return delta !== null && consumeTimeStep(on, userId, Math.floor(timestamp / 1000 / PERIOD_S) + delta)
}

/** 50 random bits without ambiguous characters: 'k3v9m-x27qd'. */
function makeRecoveryCode(): string {
  const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789'
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
