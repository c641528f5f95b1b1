import type { Db } from '../../platform/db/schema.ts'
import { createUser, findUserByName, updatePassword } from '../users/users.repo.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export type OwnerAccount = { username: string; password: string }

type OwnerOptions = { name: string; bio: string; isDemo: boolean }

/** Creates the owner's account or updates its password; writes nothing if both match already. */
export async function ensureOwner(db: Db, account: OwnerAccount, options: OwnerOptions): Promise<void> {
  const write = await planOwner(db, account, options)
  await write?.(db)
}

/**
 * Plans the write of `ensureOwner`, so that its transaction does not last as long as the hash; undefined for nothing.
 */
export async function planOwner(
  db: Db,
  { username, password }: OwnerAccount,
  { name, bio, isDemo }: OwnerOptions,
): Promise<((transaction: Db) => Promise<void>) | undefined> {
  const known = await findUserByName(db, username)
  if (known && (await verifyPassword(known.password_hash, password))) return undefined
  const passwordHash = await hashPassword(password)
  return async (transaction) => {
    if (known) return updatePassword(transaction, known.id, passwordHash)
    await createUser(transaction, {
      username,
      password_hash: passwordHash,
      name,
      bio,
      image: null,
      is_demo: isDemo,
      created_at: new Date().toISOString(),
    })
  }
}
