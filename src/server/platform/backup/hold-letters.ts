import type { Db } from '../db/schema.ts'

/**
 * Keeps a restored site from sending letters by itself: since the backup was made, a letter may have gone out. Recipients that
 * were waiting are in doubt, and a letter that was scheduled is a draft; `note` tells the owner.
 */
export async function holdLetters(db: Db): Promise<void> {
  await db
    .updateTable('letter_recipients')
    .set({
      state: 'in-doubt',
      lease: null,
      response: 'Restored from a backup: it is not known whether the letter was sent since the backup was made.',
    })
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .execute()
  await db
    .updateTable('letters')
    .set({
      state: 'paused',
      note: 'Restored from a backup. Recipients that had not got the letter then are in doubt.',
    })
    .where('state', 'in', ['sending', 'paused'])
    .execute()
  await db
    .updateTable('letters')
    .set({
      state: 'draft',
      scheduled_at: null,
      note: 'Restored from a backup: it was scheduled, and may have been sent since.',
    })
    .where('state', '=', 'scheduled')
    .execute()
}
