import * as contract from '../../../contract/accounts/step-up.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { countSecurityEvent } from '../audit/security-events.repo.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'
import { confirmSession } from './sessions.repo.ts'
import type { Throttle } from './throttle.ts'

export type StepUpOptions = {
  confirmPassword: ConfirmPassword
  secondFactor: SecondFactor
  passkeys: Passkeys
  throttle: Throttle
}

export function stepUpRoutes({ confirmPassword, secondFactor, passkeys, throttle }: StepUpOptions) {
  async function requireCode(db: Db, userId: number, code: string, now: string): Promise<void> {
    const attempt = await throttle.confirmCode(userId)
    if (await secondFactor.consume(db, userId, code)) return attempt.succeeded()
    await countSecurityEvent(db, { event: 'wrong-step-up-code', userId, now })
    const message = 'That code is not right. Each code works once: please wait for the next one.'
    throw badRequest(message, [{ path: 'code', message }])
  }

  return [
    bind(contract.findStepUp, async () => ({ body: {} })),
    bind(contract.stepUp, async ({ db, user, sessionId, now, body: { password, code } }) => {
      if (code === undefined) await confirmPassword.require(user.id, password!)
      else await requireCode(db, user.id, code, now)
      await confirmSession(db, sessionId, now)
      return { body: {} }
    }),
    bind(contract.stepUpWithPasskey, async ({ db, user, sessionId, now, body }) => {
      if ((await passkeys.signIn(body))?.id !== user.id)
        throw badRequest('That passkey was not accepted. Please try again, or use your password.')
      await confirmSession(db, sessionId, now)
      return { body: {} }
    }),
  ]
}
