import type { Context } from 'hono'
import type { LoginInput, User } from '../../../contract/auth.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findUser, findUserByName } from '../users/users.repo.ts'
import { deviceName } from './device-name.ts'
import { simulateVerification, verifyPassword } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionCookie } from './session-cookie.ts'
import { createSession, deleteSession } from './sessions.repo.ts'
import type { Attempt, Throttle } from './throttle.ts'

export type SignInOptions = {
  db: Db
  clock: () => Date
  secrets: Secrets
  cookie: SessionCookie
  throttle: Throttle
  secondFactor: SecondFactor
}
export type SignIn = ReturnType<typeof createSignIn>

/** Time for the second step, in milliseconds. */
const STEP_AGE = 10 * 60 * 1000

/** Username and password are correct, and a code is required. `step` stands for both in a form without JavaScript. */
export class CodeNeeded extends HttpError {
  readonly step: string
  constructor(message: string, step: string) {
    super(401, message, { needs: 'code' })
    this.step = step
  }
}

export function createSignIn({ db, clock, secrets, cookie, throttle, secondFactor }: SignInOptions) {
  /** Starts a new session, regardless of the request's cookies. */
  async function begin(c: Context, { id, username, name }: User): Promise<User> {
    // Prevents session fixation: a token from before the sign-in must not stay valid.
    await deleteSession(db, cookie.tokenOf(c))
    cookie.set(c, await createSession(db, id, clock(), deviceName(c.req.header('user-agent'))))
    throttle.remember(c, id)
    return { id, username, name }
  }

  async function finish(c: Context, row: Row<'users'>, code: string | undefined, attempt: Attempt): Promise<User> {
    if (await secondFactor.isOn(row.id)) {
      const step = () => sealStep(row)
      if (!code) {
        await attempt.cancel()
        throw new CodeNeeded('Please enter the code from your authenticator app, or a recovery code', step())
      }
      if (!(await secondFactor.accepts(row.id, code)))
        throw new CodeNeeded('That code is not right. Each code works once: please wait for the next one.', step())
    }
    await attempt.succeeded()
    return begin(c, row)
  }

  function sealStep(row: Row<'users'>): string {
    return secrets.seal('sign-in step', JSON.stringify([row.id, row.password_hash, clock().getTime() + STEP_AGE]))
  }

  async function openStep(step: string): Promise<Row<'users'> | undefined> {
    const [id, passwordHash, until] = JSON.parse(secrets.open('sign-in step', step) ?? '[]') as [number, string, number]
    const row = id !== undefined && until > clock().getTime() ? await findUser(db, id) : undefined
    return row?.password_hash === passwordHash ? row : undefined
  }

  return {
    begin,

    /** Checks username, password and code. Throws 401, `CodeNeeded` or 429. */
    async withPassword(c: Context, { username, password, code }: LoginInput): Promise<User> {
      const row = await findUserByName(db, username)
      const attempt = await throttle.signIn(c, username, row?.id)
      const isRight = row ? await verifyPassword(row.password_hash, password) : await simulateVerification(password)
      if (!row || !isRight) throw new HttpError(401, 'Invalid username or password')
      return finish(c, row, code, attempt)
    },

    /** The second step of a form without JavaScript: `step` of `CodeNeeded`, with the code. */
    async withStep(c: Context, step: string, code: string): Promise<User> {
      const row = await openStep(step)
      if (!row) throw new HttpError(401, 'That took too long. Please sign in again.')
      return finish(c, row, code, await throttle.signIn(c, row.username, row.id))
    },
  }
}
