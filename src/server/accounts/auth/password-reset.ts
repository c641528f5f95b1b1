import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Context } from 'hono'
import type { PasswordReset } from '../../../contract/accounts/password-reset.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { countSecurityEvent, createSecurityEvent } from '../audit/security-events.repo.ts'
import { findFirstUserId, findUser, updatePassword } from '../users/users.repo.ts'
import { deviceName } from './device-name.ts'
import {
  consumeResetLink,
  createDecoyLink,
  createResetLink,
  deleteResetLinks,
  findResetUser,
} from './password-resets.repo.ts'
import { hashPassword } from './passwords.ts'
import { deleteUserSessions } from './sessions.repo.ts'
import { deleteAllAttempts } from './sign-in-attempts.repo.ts'
import { findTypedAccount } from './typed-account.repo.ts'
import type { RejectWeakPassword } from './weak-password.ts'

/** The mails of a lost password. They go to the email of the site. */
export type ResetMail = {
  /** Whether a link can be mailed. */
  isPossible(db: Db): Promise<boolean>
  /** Mails a link, in the transaction of the request; false if the account had enough of them lately. */
  enqueueLink(db: Db, mail: { username: string; token: string; now: string }): Promise<boolean>
  /** In the transaction of the change. */
  enqueueChanged(db: Db, mail: { username: string; device: string; now: string }): Promise<void>
  /** After a commit. */
  wake(): void
}

type ResetParts = {
  db: Db
  clock: () => Date
  mail: ResetMail
  rejectWeakPassword: RejectWeakPassword
  announce(db: Db): Promise<void>
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

/** Lifetime of a link, in milliseconds. */
const LINK_AGE = 30 * 60 * 1000
/** Milliseconds that a request for a link takes, if the database is not slower. */
const SHORTEST_MS = 300

/** Replaces a lost password by a link in a mail. Two-step verification and passkeys stay as they are. */
export function createPasswordResets({ db, clock, mail, rejectWeakPassword, announce }: ResetParts) {
  const nowIso = () => clock().toISOString()
  return {
    isPossible: mail.isPossible,

    /** Mails a link if the username or the site's email is right and mail is set up. Neither the result nor the time reveals which. */
    async request(username: string): Promise<void> {
      // A right username takes a few queries more.
      const atLeast = setTimeout(SHORTEST_MS)
      await runTransaction(db, async (transaction) => {
        if (!(await mail.isPossible(transaction))) return
        const now = nowIso()
        const user = await findTypedAccount(transaction, username)
        const expiresAt = new Date(clock().getTime() + LINK_AGE).toISOString()
        const token = randomBytes(32).toString('base64url')
        const isMailed = user && (await mail.enqueueLink(transaction, { username: user.username, token, now }))
        if (user && isMailed)
          await createResetLink(transaction, { userId: user.id, tokenHash: hashToken(token), expiresAt })
        else await createDecoyLink(transaction, expiresAt)
        const account = user?.id ?? (await findFirstUserId(transaction))
        if (account !== undefined)
          await countSecurityEvent(transaction, { event: 'password-reset-request', userId: account, now })
      })
      await atLeast
      mail.wake()
    },

    /** Sets a new password and ends all sessions. Throws 403 for a link that is not valid, 400 for a weak password. */
    async complete(c: Context, { token, password }: PasswordReset): Promise<void> {
      const tokenHash = hashToken(token)
      const userId = await findResetUser(db, tokenHash, nowIso())
      if (userId === undefined) throw invalidLink()
      await rejectWeakPassword(password, 'password')
      const passwordHash = await hashPassword(password)
      const device = deviceName(c.req.header('user-agent'))
      await db.transaction().execute(async (transaction) => {
        const now = nowIso()
        const user = await findUser(transaction, userId)
        if (!user || !(await consumeResetLink(transaction, tokenHash, now))) throw invalidLink()
        await updatePassword(transaction, userId, passwordHash)
        await deleteUserSessions(transaction, userId)
        await deleteResetLinks(transaction, userId)
        // Failed attempts from before must not delay the owner.
        await deleteAllAttempts(transaction)
        await createSecurityEvent(transaction, { event: 'password-reset', userId, device, now })
        await mail.enqueueChanged(transaction, { username: user.username, device, now })
        await announce(transaction)
      })
      mail.wake()
    },
  }
}

const invalidLink = () =>
  new HttpError(403, 'This link does not work any more: it works once, and for 30 minutes. Please request another one.')

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
