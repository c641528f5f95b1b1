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
export const ATTEMPTS_AGE = 24 * 60 * 60 * 1000

/**
 * Counts an attempt as failed before its outcome is known, so that concurrent attempts are all counted. Returns the end
 * of the subject's pause if there is one; then nothing is counted.
 */
export async function countAttempt(
  db: Db,
  { subject, now, pauseAfter, longestPause }: CountedAttempt,
): Promise<Date | undefined> {
  const at = now.toISOString()
  const latest = new Date(now.getTime() + longestPause).toISOString()
  await db
    .insertInto('sign_in_attempts')
    .values({ subject, count: 0, last_at: at, waits_until: at })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()
  const counted = await db
    .updateTable('sign_in_attempts')
    .set((eb) => ({
      count: eb
        .case()
        .when('last_at', '<', new Date(now.getTime() - ATTEMPTS_AGE).toISOString())
        .then(1)
        .else(eb('count', '+', 1))
        .end(),
      last_at: at,
    }))
    .where('subject', '=', subject)
    .where((eb) => eb.or([eb('waits_until', '<=', at), eb('waits_until', '>', latest)]))
    .returning('count')
    .executeTakeFirst()
  const row = db.selectFrom('sign_in_attempts').select('waits_until').where('subject', '=', subject)
  if (!counted) return new Date((await row.executeTakeFirstOrThrow()).waits_until)
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
