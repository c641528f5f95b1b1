import type { Db } from '../../platform/db/schema.ts'

export type CountedAttempt = {
  subject: string
  now: Date
  /** Milliseconds to wait after this many failures in a row. */
  pauseAfter: (count: number) => number
  /** In milliseconds; a later end of a pause was stored while the clock was ahead, and is ignored. */
  longestPause: number
}

/** The count starts again after this many milliseconds without an attempt. */
const ATTEMPTS_AGE = 24 * 60 * 60 * 1000

/**
 * Counts an attempt as failed before its outcome is known, so that concurrent attempts are all counted. Returns the end
 * of the subject's pause if there is one; then nothing is counted.
 */
export async function countAttempt(db: Db, attempt: CountedAttempt): Promise<Date | undefined> {
  const { subject, now, pauseAfter, longestPause } = attempt
  const at = now.toISOString()
  const latest = new Date(now.getTime() + longestPause).toISOString()
  // One statement, and again if the row is gone: a success at the same time deletes it.
  const counted = await db
    .insertInto('sign_in_attempts')
    .values({ subject, count: 1, last_at: at, waits_until: at })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('sign_in_attempts.last_at', '<', new Date(now.getTime() - ATTEMPTS_AGE).toISOString())
            .then(1)
            .else(eb('sign_in_attempts.count', '+', 1))
            .end(),
          last_at: at,
        }))
        .where((eb) =>
          eb.or([eb('sign_in_attempts.waits_until', '<=', at), eb('sign_in_attempts.waits_until', '>', latest)]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (!counted) {
    const row = await db
      .selectFrom('sign_in_attempts')
      .select('waits_until')
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row ? new Date(row.waits_until) : countAttempt(db, attempt)
  }
  await db
    .updateTable('sign_in_attempts')
    .set({ waits_until: new Date(now.getTime() + pauseAfter(counted.count)).toISOString() })
    .where('subject', '=', subject)
    .execute()
  return undefined
}

/** Reverts the count of an attempt that did not fail. */
export async function uncountAttempt(db: Db, subject: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set((eb) => ({ count: eb('count', '-', 1), waits_until: now.toISOString() }))
    .where('subject', '=', subject)
    .where('count', '>', 0)
    .execute()
}

export async function deleteAttempts(db: Db, subjects: string[]): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('subject', 'in', subjects).execute()
}

export async function deleteAllAttempts(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_attempts').execute()
}

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
