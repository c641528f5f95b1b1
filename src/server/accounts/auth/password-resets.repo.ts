import type { Db } from '../../platform/db/schema.ts'

/** The token of the row that requests with unknown usernames write, so that they take as long as the others. */
const DECOY = 'unknown username'

type ResetLink = { userId: number; tokenHash: string; expiresAt: string }

/** Earlier links stay valid: otherwise anybody who requests another would invalidate them. */
export async function createResetLink(db: Db, { userId, tokenHash, expiresAt }: ResetLink): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
}

/** Writes one row for all unknown usernames. */
export async function createDecoyLink(db: Db, expiresAt: string): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ user_id: null, token_hash: DECOY, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at: expiresAt }))
    .execute()
}

/** The user of a link; undefined if it is unknown, used or expired. */
export async function findResetUser(db: Db, tokenHash: string, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? undefined
}

/** Consumes a link; false if it is unknown, used or expired. */
export async function consumeResetLink(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all links of a user: a new password makes them needless. */
export async function deleteResetLinks(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
