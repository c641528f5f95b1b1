import { createHash, randomBytes } from 'node:crypto'
import { UNCONFIRMED_DAYS } from '../../../contract/platform/retention.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** The end of the time in which a sign-up can be confirmed. */
export function confirmableUntil(signedUpAt: string): string {
  return new Date(Date.parse(signedUpAt) + UNCONFIRMED_DAYS * DAY_MS).toISOString()
}

type NewConfirmation = { subscriberId: number; name: string | undefined; now: string; expiresAt: string }

/** Returns the token for the link; only its hash is stored. */
export async function createConfirmation(
  db: Db,
  { subscriberId, name, now, expiresAt }: NewConfirmation,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('confirmations')
    .values({
      token_hash: hashToken(token),
      subscriber_id: subscriberId,
      name: name || null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return token
}

/** Consumes a token. Undefined if it is used, expired or unknown. */
export async function consumeConfirmation(
  db: Db,
  token: string,
  now: string,
): Promise<{ subscriberId: number; name: string | null } | undefined> {
  const row = await db
    .deleteFrom('confirmations')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning(['subscriber_id', 'name'])
    .executeTakeFirst()
  return row && { subscriberId: row.subscriber_id, name: row.name }
}

export async function deleteExpiredConfirmations(db: Db, now: string): Promise<void> {
  await db.deleteFrom('confirmations').where('expires_at', '<=', now).execute()
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
