import { createHash, randomBytes } from 'node:crypto'
import type { User } from '../../contract/auth.ts'
import type { Db } from '../db/schema.ts'

/** How long a sign-in lasts, in milliseconds. */
export const SESSION_AGE = 30 * 24 * 60 * 60 * 1000

/** Begins a session and answers the token for the cookie; only its hash is stored. */
export async function createSession(db: Db, userId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_AGE).toISOString(),
    })
    .execute()
  return token
}

export function findSessionUser(db: Db, token: string, now: Date): Promise<User | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.name'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute()
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
