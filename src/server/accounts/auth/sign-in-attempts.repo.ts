import type { Db } from '../../platform/db/schema.ts'

export type CountedAttempt = {
  subject: string
  now: Date
  /** Milliseconds to wait after so many failures in a row. */
  pauseAfter: (count: number) => number
  /** In milliseconds: no wait is longer, but for one that was begun while the machine's clock was ahead. */
  longestPause: number
}

/** After this many milliseconds without an attempt the earlier ones are forgotten. */
export const ATTEMPTS_AGE = 24 * 60 * 60 * 1000

/**
 * Counts an attempt as failed before it is known how it ends, so that a hundred at once are a hundred. Answers the
 * moment until which the subject has to wait, where it has to; then nothing is counted.
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

/** Takes back one attempt that turned out to be no failure. */
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
