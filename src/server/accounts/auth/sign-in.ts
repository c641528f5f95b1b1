import type { Context } from 'hono'
import type { SecurityEvent } from '../../../contract/accounts/audit.ts'
import type { LoginInput, User } from '../../../contract/accounts/auth.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { countSecurityEvent, createSecurityEvent } from '../audit/security-events.repo.ts'
import { findFirstUserId, findUser, lockUser } from '../users/users.repo.ts'
import { deviceName } from './device-name.ts'
import { simulateVerification, verifyPassword } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionCookie } from './session-cookie.ts'
import { createSession, deleteSession } from './sessions.repo.ts'
import type { Attempt, Throttle } from './throttle.ts'
import { findTypedAccount } from './typed-account.repo.ts'

export type SignInOptions = {
  db: Db
  clock: () => Date
  secrets: Secrets
  cookie: SessionCookie
  throttle: Throttle
  secondFactor: SecondFactor
  newDevice: NewDeviceNotice
}

/** Tells the owner about a sign-in on a new device. */
export type NewDeviceNotice = {
  /** In the transaction of the sign-in. */
  enqueue(db: Db, signIn: { username: string; device: string; now: string }): Promise<void>
  /** After its commit. */
  wake(): void
}
export type SignIn = ReturnType<typeof createSignIn>

type Failure = 'password' | 'code' | 'no code'
type Outcome = { token: string } | { failure: Failure }

/** Time for the second step. */
const STEP_AGE_MS = 10 * 60 * 1000

/** Username and password are correct, and a code is required. `step` stands for both in a form without JavaScript. */
export class CodeNeeded extends HttpError {
  readonly step: string
  constructor(message: string, step: string) {
    super(401, message, { needs: 'code' })
    this.step = step
  }
}

export function createSignIn(parts: SignInOptions) {
  const { db, throttle } = parts
  return {
    /** Enters a failed attempt into the audit trail. */
    reportFailure: (userId: number | undefined) => reportFailure(parts, userId, 'failed-sign-in'),
    withPasskey: (c: Context, user: User) => begin({ ...parts, c }, user, true),
    /** The first sign-in of a new account, which needs no notification. */
    afterSetup: (c: Context, user: User) => begin({ ...parts, c }, user, false),

    /** Checks the username or the site's email, password and code. Throws 401, `CodeNeeded` or 429. */
    async withPassword(c: Context, { username, password, code }: LoginInput): Promise<User> {
      const row = await findTypedAccount(db, username)
      const attempt = await throttle.signIn(c, row?.username ?? username, row?.id)
      const isRight = row ? await verifyPassword(row.password_hash, password) : await simulateVerification(password)
      if (!row || !isRight) {
        await reportFailure(parts, row?.id, 'failed-sign-in')
        throw wrongCredentials()
      }
      return finish({ ...parts, c }, row, code, attempt)
    },

    /** The second step of a form without JavaScript: `step` of `CodeNeeded`, with the code. */
    async withStep(c: Context, step: string, code: string): Promise<User> {
      const row = await openStep(parts, step)
      if (!row) throw new HttpError(401, 'That took too long. Please sign in again.')
      return finish({ ...parts, c }, row, code, await throttle.signIn(c, row.username, row.id))
    },
  }
}

/** A request to sign in, with the parts that serve it. */
type Request = SignInOptions & { c: Context }

/** Begins a session for a user whose identity is proven. */
async function begin(request: Request, user: User, isNotified: boolean): Promise<User> {
  const token = await request.db.transaction().execute((transaction) => start(request, transaction, user, isNotified))
  return welcome(request, user, token)
}

/** One transaction, so that a code is consumed with the sign-in that it stands for, or not at all. */
async function finish(request: Request, row: Row<'users'>, code: string | undefined, attempt: Attempt): Promise<User> {
  const { c, db, secondFactor } = request
  const outcome = await db.transaction().execute(async (transaction): Promise<Outcome> => {
    // The password may have been changed since it was compared.
    if ((await lockUser(transaction, row.id))?.password_hash !== row.password_hash) return { failure: 'password' }
    if (await secondFactor.isOn(row.id, transaction)) {
      if (!code) return { failure: 'no code' }
      const kind = await secondFactor.consume(transaction, row.id, code)
      if (!kind) return { failure: 'code' }
      const used = { event: 'recovery-code', userId: row.id, device: deviceOf(c), now: nowOf(request) } as const
      if (kind === 'recovery') await createSecurityEvent(transaction, used)
    }
    return { token: await start(request, transaction, row, true) }
  })
  if ('failure' in outcome) return reject(request, row, outcome.failure, attempt)
  await attempt.succeeded()
  return welcome(request, row, outcome.token)
}

/** Starts a session, regardless of the request's cookies, and returns its token. Enters it into the audit trail. */
async function start(request: Request, transaction: Db, { id, username }: User, isNotified: boolean): Promise<string> {
  const { c, clock, cookie, throttle, newDevice } = request
  const now = nowOf(request)
  const device = deviceOf(c)
  const isNew = !throttle.isKnown(c, id)
  // Prevents session fixation: a token from before the sign-in must not stay valid.
  await deleteSession(transaction, cookie.tokenOf(c))
  await createSecurityEvent(transaction, { event: isNew ? 'new-device' : 'sign-in', userId: id, device, now })
  if (isNew && isNotified) await newDevice.enqueue(transaction, { username, device, now })
  return createSession(transaction, id, clock(), device)
}

/** After the commit of `start`. */
function welcome({ c, cookie, throttle, newDevice }: Request, { id, username, name }: User, token: string): User {
  cookie.set(c, token)
  throttle.remember(c, id)
  newDevice.wake()
  return { id, username, name }
}

async function reject(parts: SignInOptions, row: Row<'users'>, failure: Failure, attempt: Attempt): Promise<never> {
  if (failure === 'no code') {
    await attempt.cancel()
    throw new CodeNeeded('Please enter the code from your authenticator app, or a recovery code', sealStep(parts, row))
  }
  await reportFailure(parts, row.id, failure === 'code' ? 'wrong-code' : 'failed-sign-in')
  if (failure === 'password') throw wrongCredentials()
  const message = 'That code is not right. Each code works once: please wait for the next one.'
  throw new CodeNeeded(message, sealStep(parts, row))
}

async function reportFailure(parts: SignInOptions, userId: number | undefined, event: SecurityEvent): Promise<void> {
  const account = userId ?? (await findFirstUserId(parts.db))
  if (account !== undefined) await countSecurityEvent(parts.db, { event, userId: account, now: nowOf(parts) })
}

function sealStep({ secrets, clock }: SignInOptions, row: Row<'users'>): string {
  return secrets.seal('sign-in step', JSON.stringify([row.id, row.password_hash, clock().getTime() + STEP_AGE_MS]))
}

async function openStep({ secrets, clock, db }: SignInOptions, step: string): Promise<Row<'users'> | undefined> {
  const [id, passwordHash, until] = JSON.parse(secrets.open('sign-in step', step) ?? '[]') as [number, string, number]
  const row = id !== undefined && until > clock().getTime() ? await findUser(db, id) : undefined
  return row?.password_hash === passwordHash ? row : undefined
}

const nowOf = ({ clock }: SignInOptions) => clock().toISOString()
const deviceOf = (c: Context) => deviceName(c.req.header('user-agent'))
const wrongCredentials = () => new HttpError(401, 'Invalid username or password')
