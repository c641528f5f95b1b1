import * as contract from '../../../contract/accounts/account.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { findReplay } from '../../platform/http/idempotency.ts'
import { one } from '../../platform/http/replies.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findUserByName, readUser, replacePassword, updateProfile } from '../users/users.repo.ts'
import { type ConfirmPassword, wrongPassword } from './confirm-password.ts'
import { deleteResetLinks } from './password-resets.repo.ts'
import { hashPassword } from './passwords.ts'
import { deleteUserSession, deleteUserSessions, listSessions } from './sessions.repo.ts'
import type { RejectWeakPassword } from './weak-password.ts'

type AccountParts = { confirmPassword: ConfirmPassword; rejectWeakPassword: RejectWeakPassword; secrets: Secrets }

/** The owner's account: profile, password and sessions. */
export function accountRoutes({ confirmPassword, rejectWeakPassword, secrets }: AccountParts) {
  return [
    bind(contract.findProfile, async ({ db, user }) => {
      const { username, name, bio } = await readUser(db, user.id)
      return { body: { username, name, bio } }
    }),
    bind(contract.saveProfile, async ({ db, user, body: profile }) => {
      const { username = (await readUser(db, user.id)).username } = profile
      const existing = await findUserByName(db, username)
      if (existing && existing.id !== user.id) throw wrongField('username', 'Another account has this username')
      const changed = { ...profile, username }
      await updateProfile(db, user.id, changed)
      return { body: changed, subject: username }
    }),
    bindStaged(contract.changePassword, async ({ c, db, user: { id }, sessionId, body, transact }) => {
      const { currentPassword, newPassword } = body
      if (newPassword === currentPassword) throw wrongField('newPassword', 'That is the password that you have already')
      // A plain hash of the passwords in the stored request would make them quick to guess from a copy of the database.
      const input = secrets.hmac('password change', JSON.stringify([id, currentPassword, newPassword]))
      const earlier = await findReplay(c, db, input)
      if (earlier) return earlier
      const verifiedHash = await confirmPassword.check(id, currentPassword)
      if (verifiedHash === undefined) {
        // The other of two simultaneous requests may have changed the password meanwhile.
        const first = await findReplay(c, db, input)
        return first ?? confirmPassword.reject(id, 'currentPassword')
      }
      await rejectWeakPassword(newPassword, 'newPassword')
      const passwordHash = await hashPassword(newPassword)
      return transact(input, async (transaction) => {
        if (!(await replacePassword(transaction, id, verifiedHash, passwordHash)))
          throw wrongPassword('currentPassword')
        await deleteUserSessions(transaction, id, sessionId)
        await deleteResetLinks(transaction, id)
        return { body: {} }
      })
    }),
    bind(contract.listSessions, async ({ db, user, sessionId, now }) => ({
      body: await listSessions(db, user.id, sessionId, now),
    })),
    bind(contract.endOtherSessions, async ({ db, user, sessionId }) => {
      await deleteUserSessions(db, user.id, sessionId)
      return { body: {} }
    }),
    bind(contract.endSession, ({ db, user, params }) => one(deleteUserSession(db, user.id, params.id))),
  ]
}

const wrongField = (path: string, message: string) => badRequest(message, [{ path, message }])
