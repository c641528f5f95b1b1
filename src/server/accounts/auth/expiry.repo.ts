import type { Db } from '../../platform/db/schema.ts'
import { ATTEMPTS_AGE } from './sign-in-attempts.repo.ts'

/** Deletes expired sessions, challenges, setup links and sign-in attempts. */
export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await db.deleteFrom('sessions').where('expires_at', '<=', at).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', at).execute()
  await db.deleteFrom('setup_links').where('expires_at', '<=', at).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<=', at).execute()
  const attemptsBefore = new Date(now.getTime() - ATTEMPTS_AGE).toISOString()
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', attemptsBefore).execute()
}
