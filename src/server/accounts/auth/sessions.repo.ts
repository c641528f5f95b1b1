import { createHash, randomBytes } from 'node:crypto'
import type { SessionEntry } from '../../../contract/accounts/account.ts'
import type { User } from '../../../contract/accounts/auth.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Lifetime of a session after its last use, in milliseconds. */
export const SESSION_AGE = 30 * 24 * 60 * 60 * 1000

/** Lifetime of a session after its sign-in, in milliseconds: a stolen one that is kept busy ends too. */
const SESSION_AGE_MAX = 90 * 24 * 60 * 60 * 1000

/** How long a session counts as recently authenticated, in milliseconds. */
const STEP_UP_AGE = 10 * 60 * 1000

/** Clock skew between hosts at most, in milliseconds. */
const SKEW = 60 * 1000

/** Accuracy of 'last seen' in milliseconds: limits the writes. */
const SEEN_EVERY = 5 * 60 * 1000

/** Creates a session and returns the token for the cookie; only its hash is stored. */
export async function createSession(db: Db, userId: number, now: Date, device = 'Unknown device'): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      device,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: expiryFrom(now, now.toISOString()),
      authenticated_at: now.toISOString(),
    })
    .execute()
  return token
}

/** `isRecent`: the password, a code or a passkey was given within it in the last ten minutes. */
export type Session = { id: number; user: User; createdAt: string; lastSeenAt: string; isRecent: boolean }

export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  if (token === '') return undefined
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'sessions.created_at', 'sessions.last_seen_at', 'sessions.authenticated_at'])
    .select(['users.id', 'users.username', 'users.name'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id, created_at, last_seen_at, authenticated_at, ...user } = row
  const age = authenticated_at === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(authenticated_at)
  // A time ahead was written while a clock was ahead, and would count as recent until then.
  const isRecent = age < STEP_UP_AGE && age >= -SKEW
  return { id: session_id, user, createdAt: created_at, lastSeenAt: last_seen_at, isRecent }
}

/** Notes that its owner has just been authenticated. */
export async function confirmSession(db: Db, id: number, now: string): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: now }).where('id', '=', id).execute()
}

/** Updates the last use of a session and extends it; false if that was done within `SEEN_EVERY`. */
export async function touchSession(db: Db, { id, createdAt, lastSeenAt }: Session, now: Date): Promise<boolean> {
  if (now.getTime() - Date.parse(lastSeenAt) < SEEN_EVERY) return false
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString(), expires_at: expiryFrom(now, createdAt) })
    .where('id', '=', id)
    .execute()
  return true
}

/** Active sessions of a user, most recently used first. */
export async function listSessions(db: Db, userId: number, currentId: number, now: string): Promise<SessionEntry[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isCurrent: row.id === currentId,
  }))
}

/** Ends the session of a token, if there is one. */
export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends one session of a user and returns its device; undefined if it does not exist. */
export async function deleteUserSession(db: Db, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirst()
  return row?.device
}

/** Ends all sessions of a user except `keptId`. */
export async function deleteUserSessions(db: Db, userId: number, keptId?: number): Promise<void> {
  const query = db.deleteFrom('sessions').where('user_id', '=', userId)
  await (keptId === undefined ? query : query.where('id', '!=', keptId)).execute()
}

function expiryFrom(lastUse: Date, createdAt: string): string {
  return new Date(Math.min(lastUse.getTime() + SESSION_AGE, Date.parse(createdAt) + SESSION_AGE_MAX)).toISOString()
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
