import type { Passkey } from '../../../contract/accounts/passkeys.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'

/** A passkey works only at the host that it was made for; `host` is that of the site. */

export async function listPasskeys(db: Db, userId: number, host: string): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map((row) => toPasskey(row, host))
}

/** Lists the passkeys that work at this host. */
export async function listCredentialIds(db: Db, userId: number, host: string): Promise<string[]> {
  const rows = await ofHost(db, host).select('credential_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.credential_id)
}

/** Whether any passkey works at this host. */
export async function hasPasskeys(db: Db, host: string): Promise<boolean> {
  return (await ofHost(db, host).select('id').limit(1).executeTakeFirst()) !== undefined
}

function ofHost(db: Db, host: string) {
  return db.selectFrom('passkeys').where((eb) => eb.or([eb('host', 'is', null), eb('host', '=', host)]))
}

/** Writes the host of a public site into the rows of older versions, until a use tells it. */
export async function fillPasskeyHosts(db: Db, host: string): Promise<void> {
  if (!(await db.selectFrom('passkeys').select('id').where('host', 'is', null).limit(1).executeTakeFirst())) return
  await db.updateTable('passkeys').set({ host }).where('host', 'is', null).execute()
}

export function findPasskey(db: Db, credentialId: string): Promise<Row<'passkeys'> | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

export async function createPasskey(db: Db, passkey: NewRow<'passkeys'> & { host: string }): Promise<Passkey> {
  const row = await db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow()
  return toPasskey(row, passkey.host)
}

type Renaming = { userId: number; id: number; name: string; host: string }

export async function renamePasskey(db: Db, { userId, id, name, host }: Renaming): Promise<Passkey | undefined> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toPasskey(row, host)
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

type Use = { id: number; counter: number; host: string; now: string }

/** Records a verified use at `host`, which proves that the passkey is bound to it, whatever was stored. */
export async function updatePasskeyUse(db: Db, { id, counter, host, now }: Use): Promise<void> {
  await db.updateTable('passkeys').set({ counter, host, last_used_at: now }).where('id', '=', id).execute()
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

function toPasskey(row: Row<'passkeys'>, host: string): Passkey {
  const otherHost = row.host === host ? null : row.host
  return { id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at, otherHost }
}
