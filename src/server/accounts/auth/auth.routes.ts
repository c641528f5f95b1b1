import { setUpOwner } from '../../../contract/accounts/account.ts'
import * as contract from '../../../contract/accounts/auth.ts'
import { findRecovery } from '../../../contract/accounts/password-reset.ts'
import { commandLine } from '../../platform/command-line.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { PasswordResets } from './password-reset.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { Setup } from './setup.ts'
import type { SignIn } from './sign-in.ts'

export type AuthOptions = { cookie: SessionCookie; signIn: SignIn; setup: Setup; passwordResets: PasswordResets }

/** Sign-in with a password, sign-out and the setup of a new site. */
export function authRoutes({ cookie, signIn, setup, passwordResets }: AuthOptions) {
  return [
    bind(contract.findSignedInUser, async ({ c }) => {
      const session = await cookie.read(c)
      if (!session) throw new HttpError(401, 'Nobody is signed in')
      return { body: session.user }
    }),
    bind(contract.login, async ({ c, body }) => ({ body: { user: await signIn.withPassword(c, body) } })),
    bind(contract.logout, async ({ c }) => {
      await cookie.end(c)
      return { body: {} }
    }),
    bind(findRecovery, async ({ db }) => ({
      body: { byMail: await passwordResets.isPossible(db), command: commandLine('admin', 'reset') },
    })),
    bind(setUpOwner, async ({ c, body }) => ({
      body: { user: await signIn.afterSetup(c, await setup.createOwner(body)) },
    })),
  ]
}
