import * as contract from '../../../contract/account.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { findUser, findUserByName, updatePassword, updateProfile } from '../users/users.repo.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { deleteUserSession, deleteUserSessions, listSessions } from './sessions.repo.ts'

/** The owner's account: profile, password and sessions. */
export function accountRoutes({ confirmPassword }: { confirmPassword: ConfirmPassword }) {
  return [
    bind(contract.findProfile, async ({ db, user }) => {
      const { username, name, bio } = (await findUser(db, user.id))!
      return { body: { username, name, bio } }
    }),
    bind(contract.saveProfile, async ({ db, user, body: profile }) => {
      const existing = await findUserByName(db, profile.username)
      if (existing && existing.id !== user.id) throw wrongField('username', 'Another account has this username')
      await updateProfile(db, user.id, profile)
      return { body: profile, subject: profile.username }
    }),
    // Takes no idempotency key, which would store a hash of the passwords.
    bind(contract.changePassword, async ({ db, user: { id }, sessionId, body: { currentPassword, newPassword } }) => {
      if (newPassword === currentPassword) throw wrongField('newPassword', 'That is the password that you have already')
      // A retry after a lost response finds the new password already set and succeeds.
      const { password_hash } = (await findUser(db, id))!
      if (!(await verifyPassword(password_hash, newPassword)))
        await confirmPassword(id, currentPassword, 'currentPassword')
      const passwordHash = await hashPassword(newPassword)
      await db.transaction().execute(async (transaction) => {
        await updatePassword(transaction, id, passwordHash)
        await deleteUserSessions(transaction, id, sessionId)
      })
      return { body: {} }
    }),
    bind(contract.listSessions, async ({ db, user, sessionId, now }) => ({
      body: await listSessions(db, user.id, sessionId, now),
    })),
    bind(contract.endOtherSessions, async ({ db, user, sessionId }) => {
      await deleteUserSessions(db, user.id, sessionId)
      return { body: {} }
    }),
    bind(contract.endSession, async ({ db, user, params }) => {
      const device = await deleteUserSession(db, user.id, params.id)
      return device === undefined ? undefined : { body: {}, subject: device }
    }),
  ]
}

const wrongField = (path: string, message: string) => badRequest(message, [{ path, message }])
