import * as contract from '../../../contract/accounts/two-factor.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import { countSecurityEvent } from '../audit/security-events.repo.ts'
import { readSettings } from '../settings/settings.repo.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Throttle } from './throttle.ts'

export type TwoFactorOptions = { secondFactor: SecondFactor; confirmPassword: ConfirmPassword; throttle: Throttle }

export function twoFactorRoutes({ secondFactor, confirmPassword, throttle }: TwoFactorOptions) {
  return [
    bind(contract.findTwoFactor, async ({ user }) => ({ body: await secondFactor.state(user.id) })),
    bind(contract.beginTwoFactor, async ({ db, user, body: { password } }) => {
      if (await secondFactor.isOn(user.id)) throw alreadyOn()
      await confirmPassword.require(user.id, password)
      const { brand } = (await readSettings(db)).settings
      return { body: await secondFactor.begin(user.id, { issuer: brand, label: user.username }) }
    }),
    bind(contract.confirmTwoFactor, async ({ db, now, user, sessionId, body: { code } }) => {
      if (await secondFactor.isOn(user.id)) throw alreadyOn()
      const attempt = await throttle.confirmCode(user.id)
      const recoveryCodes = await secondFactor.confirm(user.id, code, sessionId)
      if (!recoveryCodes) {
        await countSecurityEvent(db, { event: 'wrong-setup-code', userId: user.id, now })
        const message = 'That code is not right. Please enter the six digits that the app shows now.'
        throw badRequest(message, [{ path: 'code', message }])
      }
      await attempt.succeeded()
      return { body: { recoveryCodes } }
    }),
    bind(contract.renewRecoveryCodes, async ({ user, body: { password } }) => {
      await confirmPassword.require(user.id, password)
      if (!(await secondFactor.isOn(user.id))) throw new HttpError(409, 'Two-step verification is off')
      return { body: { recoveryCodes: await secondFactor.renewRecoveryCodes(user.id) } }
    }),
    bind(contract.turnOffTwoFactor, async ({ user, body: { password } }) => {
      await confirmPassword.require(user.id, password)
      await secondFactor.turnOff(user.id)
      return { body: {} }
    }),
  ]
}

const alreadyOn = () => new HttpError(409, 'Two-step verification is on already')
