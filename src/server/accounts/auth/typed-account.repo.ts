import { foldUsername } from '../../../contract/platform/typed-text.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { readSettings } from '../settings/settings.repo.ts'
import { findFirstUserId, findUser, findUserByName } from '../users/users.repo.ts'

/**
 * The account whose username was typed to sign in or for a new password. The email of the site stands for its first
 * account, to which that email already sends the links for a new password.
 */
export async function findTypedAccount(db: Db, typed: string): Promise<Row<'users'> | undefined> {
  const named = await findUserByName(db, typed)
  // Read for every name, so that the time does not reveal which usernames exist.
  const { email } = (await readSettings(db)).settings
  if (named || !email || foldUsername(email) !== foldUsername(typed)) return named
  const first = await findFirstUserId(db)
  return first === undefined ? undefined : findUser(db, first)
}
