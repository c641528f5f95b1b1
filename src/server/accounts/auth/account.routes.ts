import { Hono } from 'hono'
import { PasswordChange, ProfileInput } from '../../../contract/account.ts'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { badRequest, notFound } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam } from '../../platform/http/validate.ts'
import { findUser, findUserByName, updatePassword, updateProfile } from '../users/users.repo.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { deleteUserSession, deleteUserSessions, listSessions } from './sessions.repo.ts'

export type AccountOptions = { db: Db; clock: () => Date; owner: OwnerGuard; confirmPassword: ConfirmPassword }

/** The owner's own account: profile, password, and where it is signed in. */
export function accountRoutes({ db, clock, owner, confirmPassword }: AccountOptions) {
  return (
    new Hono()
      .get('/auth/profile', owner, async (c) => {
        const { username, name, bio } = (await findUser(db, c.var.user.id))!
        return c.json({ username, name, bio })
      })
      .put('/auth/profile', owner, async (c) => {
        const profile = await readBody(c, ProfileInput)
        c.set('subject', profile.username)
        return idempotent(c, db, profile, async (transaction) => {
          const existing = await findUserByName(transaction, profile.username)
          if (existing && existing.id !== c.var.user.id) {
            const message = 'Another account has this username'
            throw badRequest(message, [{ path: 'username', message }])
          }
          await updateProfile(transaction, c.var.user.id, profile)
          return { status: 200, body: profile }
        })
      })
      // Not kept under an idempotency key, which would keep a hash of the passwords with it.
      .put('/auth/password', owner, async (c) => {
        const { currentPassword, newPassword } = await readBody(c, PasswordChange)
        if (newPassword === currentPassword) {
          const message = 'That is the password that you have already'
          throw badRequest(message, [{ path: 'newPassword', message }])
        }
        const { id } = c.var.user
        // A repeat of a change whose answer was lost finds the new password in place, and is answered alike.
        const { password_hash } = (await findUser(db, id))!
        if (!(await verifyPassword(password_hash, newPassword)))
          await confirmPassword(id, currentPassword, 'currentPassword')
        const passwordHash = await hashPassword(newPassword)
        await db.transaction().execute(async (transaction) => {
          await updatePassword(transaction, id, passwordHash)
          await deleteUserSessions(transaction, id, c.var.sessionId)
        })
        return c.json({})
      })
      .get('/auth/sessions', owner, async (c) =>
        c.json(await listSessions(db, c.var.user.id, c.var.sessionId, clock())),
      )
      .delete('/auth/sessions', owner, async (c) => {
        await deleteUserSessions(db, c.var.user.id, c.var.sessionId)
        return c.json({})
      })
      .delete('/auth/sessions/:id', owner, async (c) => {
        const id = readParam(c, 'id', Id, 'Session not found')
        const device = await deleteUserSession(db, c.var.user.id, id)
        if (device === undefined) throw notFound('Session not found')
        c.set('subject', device)
        return c.json({})
      })
  )
}
