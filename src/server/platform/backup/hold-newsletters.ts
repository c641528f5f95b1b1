import type { Db } from '../db/schema.ts'

/**
 * Keeps a restored site from sending newsletters by itself: since the backup was made, a newsletter may have gone out. Recipients that
 * were waiting are in doubt, and a newsletter that was scheduled is a draft; `note` tells the owner.
 */
export async function holdNewsletters(db: Db): Promise<void> {
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
}
