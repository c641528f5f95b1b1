import { Hono } from 'hono'
import { PasswordCheck } from '../../../contract/account.ts'
import type { Reads } from '../../../contract/reads.ts'
import { TwoFactorCode } from '../../../contract/two-factor.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readBody } from '../../platform/http/validate.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { SecondFactor } from './second-factor.ts'

export type TwoFactorOptions = {
  reads: Reads
  owner: OwnerGuard
  secondFactor: SecondFactor
  confirmPassword: ConfirmPassword
}

/**
 * Two-step verification, on and off. None of it is kept under an idempotency key: the answers are secrets, which would
 * stand in the database in clear.
 */
export function twoFactorRoutes({ reads, owner, secondFactor, confirmPassword }: TwoFactorOptions) {
  return (
    new Hono()
      .get('/auth/two-factor', owner, async (c) => c.json(await secondFactor.state(c.var.user.id)))
      .post('/auth/two-factor', owner, async (c) => {
        const { user } = c.var
        const { password } = await readBody(c, PasswordCheck)
        if (await secondFactor.isOn(user.id)) throw new HttpError(409, 'Two-step verification is on already')
        await confirmPassword(user.id, password)
        const { brand } = await reads.site()
        return c.json(await secondFactor.begin(user.id, { issuer: brand, label: user.username }), 201)
      })
      .put('/auth/two-factor', owner, async (c) => {
        const { code } = await readBody(c, TwoFactorCode)
        if (await secondFactor.isOn(c.var.user.id)) throw new HttpError(409, 'Two-step verification is on already')
        const recoveryCodes = await secondFactor.confirm(c.var.user.id, code)
        if (!recoveryCodes) {
          const message = 'That code is not right. Please enter the six digits that the app shows now.'
          throw badRequest(message, [{ path: 'code', message }])
        }
        return c.json({ recoveryCodes })
      })
      .post('/auth/two-factor/recovery-codes', owner, async (c) => {
        const { password } = await readBody(c, PasswordCheck)
        await confirmPassword(c.var.user.id, password)
        if (!(await secondFactor.isOn(c.var.user.id))) throw new HttpError(409, 'Two-step verification is off')
        return c.json({ recoveryCodes: await secondFactor.renewRecoveryCodes(c.var.user.id) }, 201)
      })
      // Not DELETE, whose body some proxies drop.
      .post('/auth/two-factor/removal', owner, async (c) => {
        const { password } = await readBody(c, PasswordCheck)
        await confirmPassword(c.var.user.id, password)
        await secondFactor.turnOff(c.var.user.id)
        return c.json({})
      })
  )
}
