import { foldUsername } from '../../../contract/platform/typed-text.ts'
import { commandLine } from '../../platform/command-line.ts'
import { announcePurges, PURGE_ALL } from '../../platform/db/purge-notices.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { createUser, listUsers, updatePassword, updateProfile } from '../users/users.repo.ts'
import { deleteUserPasskeys } from './passkeys.repo.ts'
import { deleteResetLinks } from './password-resets.repo.ts'
import { hashPassword } from './passwords.ts'
import { deleteTwoFactor } from './second-factor.repo.ts'
import { deleteUserSessions } from './sessions.repo.ts'
import { deleteAllAttempts } from './sign-in-attempts.repo.ts'

/** The commands `admin create` and `admin reset`. The messages are for the terminal. */

class AccountError extends Error {}

/** Creates the owner's account, or takes over the demo account. */
export async function createOwnerAccount(db: Db, username: string, password: string): Promise<void> {
  const known = await listUsers(db)
  const owner = known.find((user) => !user.is_demo)
  if (owner)
    throw new AccountError(
      `There is an account already: "${owner.username}". To set a new password: ${commandLine('admin', 'reset')}`,
    )
  const passwordHash = await hashPassword(password)
  const demo = known[0]
  await db.transaction().execute(async (transaction) => {
    await announcePurges(transaction, [PURGE_ALL])
    if (!demo) {
      await createUser(transaction, {
        username,
        password_hash: passwordHash,
        name: username,
        bio: '',
        image: null,
        is_demo: false,
        created_at: new Date().toISOString(),
      })
      return
    }
    await updateProfile(transaction, demo.id, { username, name: demo.name, bio: demo.bio })
    await replacePassword(transaction, demo.id, passwordHash)
  })
}

/** Sets a new password and revokes sessions, two-step verification and passkeys. Returns the username. */
export async function resetOwnerAccount(db: Db, username: string | undefined, password: string): Promise<string> {
  const user = await findAccount(db, username)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute((transaction) => replacePassword(transaction, user.id, passwordHash))
  return user.username
}

/** The account with this name, or the only one. Throws `AccountError`. */
export async function findAccount(db: Db, username: string | undefined): Promise<Row<'users'>> {
  const users = await listUsers(db)
  const [first, ...others] = users
  if (!first) throw new AccountError(`There is no account yet. To make one: ${commandLine('admin', 'create')}`)
  const names = users.map((user) => `"${user.username}"`).join(', ')
  if (username === undefined) {
    if (others.length > 0) throw new AccountError(`There are several accounts: ${names}. Name one with --username.`)
    return first
  }
  const user = users.find((candidate) => foldUsername(candidate.username) === foldUsername(username))
  if (!user) throw new AccountError(`There is no account "${username}", but ${names}.`)
  return user
}

async function replacePassword(transaction: Db, userId: number, passwordHash: string): Promise<void> {
  await updatePassword(transaction, userId, passwordHash)
  await deleteUserSessions(transaction, userId)
  await deleteTwoFactor(transaction, userId)
  await deleteUserPasskeys(transaction, userId)
  await deleteResetLinks(transaction, userId)
  // Failed attempts of others must not delay the owner.
  await deleteAllAttempts(transaction)
}
