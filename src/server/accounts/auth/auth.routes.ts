import { Hono } from 'hono'
import { SetupInput } from '../../../contract/account.ts'
import { LoginInput } from '../../../contract/auth.ts'
import { PasskeySignIn } from '../../../contract/passkeys.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { readBody } from '../../platform/http/validate.ts'
import { hasPasskeys } from './passkeys.repo.ts'
import type { Passkeys } from './passkeys.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { Setup } from './setup.ts'
import type { SignIn } from './sign-in.ts'

export type AuthOptions = {
  db: Db
  cookie: SessionCookie
  signIn: SignIn
  passkeys: Passkeys
  setup: Setup
  limit: RateLimit
}

/** The ways in and out. What is done to an account by whoever is in stands in `account.routes.ts`. */
export function authRoutes({ db, cookie, signIn, passkeys, setup, limit }: AuthOptions) {
  return new Hono()
    .get('/auth/user', async (c) => {
      const session = await cookie.read(c)
      if (!session) throw new HttpError(401, 'Nobody is signed in')
      return c.json(session.user)
    })
    .get('/auth/methods', async (c) => c.json({ passkey: await hasPasskeys(db) }))
    .post('/auth/login', async (c) => {
      await limit(c)
      return c.json({ user: await signIn.withPassword(c, await readBody(c, LoginInput)) })
    })
    .post('/auth/passkey-login/options', async (c) => {
      await limit(c)
      return c.json(await passkeys.signInOptions())
    })
    .post('/auth/passkey-login', async (c) => {
      await limit(c)
      const user = await passkeys.signIn(await readBody(c, PasskeySignIn))
      if (!user) throw new HttpError(401, 'That passkey was not accepted. Please try again, or use your password.')
      return c.json({ user: await signIn.begin(c, user) })
    })
    .post('/auth/logout', async (c) => {
      await cookie.end(c)
      return c.json({})
    })
    .post('/auth/setup', async (c) => {
      await limit(c)
      return c.json({ user: await signIn.begin(c, await setup.createOwner(await readBody(c, SetupInput))) }, 201)
    })
}
