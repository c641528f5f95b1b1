import * as contract from '../../../contract/accounts/passkeys.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import { one } from '../../platform/http/replies.ts'
import { readSettings } from '../settings/settings.repo.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { deletePasskey, hasPasskeys, listPasskeys, renamePasskey } from './passkeys.repo.ts'
import type { Passkeys } from './passkeys.ts'
import type { SignIn } from './sign-in.ts'

export type PasskeyOptions = { passkeys: Passkeys; signIn: SignIn; confirmPassword: ConfirmPassword }

/** Sign-in with passkeys, and their management by the owner. */
export function passkeyRoutes({ passkeys, signIn, confirmPassword }: PasskeyOptions) {
  return [
    bind(contract.findSignInMethods, async ({ db }) => ({ body: { passkey: await hasPasskeys(db, passkeys.host) } })),
    bind(contract.beginPasskeyLogin, async () => ({ body: await passkeys.signInOptions() })),
    bind(contract.loginWithPasskey, async ({ c, body }) => {
      const user = await passkeys.signIn(body)
      if (!user) {
        await signIn.reportFailure(undefined)
        throw new HttpError(401, 'That passkey was not accepted. Please try again, or use your password.')
      }
      return { body: { user: await signIn.withPasskey(c, user) } }
    }),
    bind(contract.listPasskeys, async ({ db, user }) => ({ body: await listPasskeys(db, user.id, passkeys.host) })),
    bind(contract.beginPasskey, async ({ db, user, body: { password } }) => {
      await confirmPassword.require(user.id, password)
      const { brand } = (await readSettings(db)).settings
      return { body: await passkeys.registrationOptions(user, brand) }
    }),
    bind(contract.createPasskey, async ({ user, body }) => {
      const passkey = await passkeys.register(user.id, body)
      if (!passkey) throw badRequest('This passkey could not be registered. Please try again.')
      return { body: passkey, subject: body.name }
    }),
    bind(contract.renamePasskey, async ({ db, user, params, body: { name } }) => {
      const passkey = await renamePasskey(db, { userId: user.id, id: params.id, name, host: passkeys.host })
      return passkey && { body: passkey, subject: name }
    }),
    bind(contract.deletePasskey, ({ db, user, params }) => one(deletePasskey(db, user.id, params.id))),
  ]
}
