import type { Db } from '../../platform/db/schema.ts'

/** Stores a link and invalidates all earlier ones. */
export async function replaceSetupLink(db: Db, tokenHash: string, expiresAt: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('setup_links').execute()
    await transaction.insertInto('setup_links').values({ token_hash: tokenHash, expires_at: expiresAt }).execute()
  })
}

export async function isSetupLink(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a link; false if it is unknown, used or expired. */
export async function consumeSetupLink(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
