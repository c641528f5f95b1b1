import type { Passkey } from '../../../contract/passkeys.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(toPasskey)
}

export async function listCredentialIds(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.credential_id)
}

export async function hasPasskeys(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined
}

export function findPasskey(db: Db, credentialId: string): Promise<Row<'passkeys'> | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

export async function createPasskey(db: Db, passkey: NewRow<'passkeys'>): Promise<Passkey> {
  return toPasskey(await db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow())
}

export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<Passkey | undefined> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toPasskey(row)
}

/** Returns the name of the deleted passkey; undefined if it does not exist. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function deleteUserPasskeys(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}

export async function updatePasskeyUse(db: Db, id: number, counter: number, now: string): Promise<void> {
  await db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

type Purpose = Row<'passkey_challenges'>['purpose']

export async function createChallenge(db: Db, challenge: string, purpose: Purpose, expiresAt: string): Promise<void> {
  await db.insertInto('passkey_challenges').values({ challenge, purpose, expires_at: expiresAt }).execute()
}

/** Deletes a challenge; false if it is unknown, used or expired. */
export async function consumeChallenge(db: Db, challenge: string, purpose: Purpose, now: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function toPasskey(row: Row<'passkeys'>): Passkey {
  return { id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}
