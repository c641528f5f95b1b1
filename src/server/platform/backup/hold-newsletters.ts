import type { Db } from '../db/schema.ts'

/**
 * Keeps a restored site from sending newsletters by itself: since the backup was made, a newsletter may have gone out. Recipients that
 * were waiting are in doubt, and a newsletter that was scheduled is a draft; `note` tells the owner. A digest that was due before `now` is
 * not made.
 */
export async function holdNewsletters(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({
      state: 'in-doubt',
      lease: null,
      response: 'Restored from a backup: it is not known whether the newsletter was sent since the backup was made.',
    })
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .execute()
  await db
    .updateTable('newsletters')
    .set({
      state: 'paused',
      note: 'Restored from a backup. Recipients that had not got the newsletter then are in doubt.',
    })
    .where('state', 'in', ['sending', 'paused'])
    .execute()
  await db
    .updateTable('newsletters')
    .set({
      state: 'draft',
      scheduled_at: null,
      note: 'Restored from a backup: it was scheduled, and may have been sent since.',
    })
    .where('state', '=', 'scheduled')
    .execute()
  await skipMissedDigest(db, now.toISOString())
}

async function skipMissedDigest(db: Db, startsAt: string): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', '#digest').executeTakeFirst()
  if (!row) return
  const value = JSON.stringify({ ...(JSON.parse(row.value) as object), startsAt })
  await db.updateTable('settings').set({ value }).where('key', '=', '#digest').execute()
}
