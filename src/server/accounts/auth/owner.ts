import type { Db } from '../../platform/db/schema.ts'
import { createUser, findUserByName, updatePassword } from '../users/users.repo.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export type OwnerAccount = { username: string; password: string }

/** Creates the owner's account or updates its password; writes nothing if both match already. */
export async function ensureOwner(
  db: Db,
  { username, password }: OwnerAccount,
  options: { name: string; bio: string; isDemo: boolean },
): Promise<void> {
  const known = await findUserByName(db, username)
  if (known) {
    if (!(await verifyPassword(known.password_hash, password)))
      await updatePassword(db, known.id, await hashPassword(password))
    return
  }
  await createUser(db, {
    username,
    password_hash: await hashPassword(password),
    name: options.name,
    bio: options.bio,
    image: null,
    is_demo: options.isDemo,
    created_at: new Date().toISOString(),
  })
}
