import type { Author } from '../../../contract/accounts/auth.ts'
import { foldUsername } from '../../../contract/platform/typed-text.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'

/** The public profile of a user. */
export async function findAuthor(db: Db, id: number): Promise<Author | undefined> {
  return db.selectFrom('users').select(['id', 'name', 'bio', 'image']).where('id', '=', id).executeTakeFirst()
}

/** In any case and Unicode form, which SQL compares differently on each database; a site has one account or two. */
export async function findUserByName(db: Db, username: string): Promise<Row<'users'> | undefined> {
  const folded = foldUsername(username)
  return (await listUsers(db)).find((user) => foldUsername(user.username) === folded)
}

export function findUser(db: Db, id: number): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The row of a signed-in user. */
export function readUser(db: Db, id: number): Promise<Row<'users'>> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function listUsers(db: Db): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
}

/** The account that the audit trail shows failed sign-ins with an unknown username for; undefined without any account. */
export async function findFirstUserId(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst())?.id
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function createUser(db: Db, user: NewRow<'users'>): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash, is_demo: false }).where('id', '=', id).execute()
}

/** Locks a user's row until the transaction ends: no sign-in completes while its checks change. */
export async function lockUser(db: Db, id: number): Promise<Row<'users'> | undefined> {
  return db
    .updateTable('users')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Replaces a password that is still the verified one; false if it was changed meanwhile. */
export async function replacePassword(
  db: Db,
  id: number,
  verifiedHash: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash, is_demo: false })
    .where('id', '=', id)
    .where('password_hash', '=', verifiedHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function updateProfile(
  db: Db,
  id: number,
  profile: Pick<NewRow<'users'>, 'username' | 'name' | 'bio'>,
): Promise<void> {
  await db.updateTable('users').set(profile).where('id', '=', id).execute()
}

/** When the owner's account was made (ISO 8601); undefined while there is only that of the demo, or none. */
export async function findOwnerSince(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('created_at')
    .where('is_demo', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** Whether the demo account still has its well-known password. */
export async function hasDemoAccount(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('is_demo', '=', true).executeTakeFirst()) !== undefined
}
