import type { NewsletterState } from '../../../contract/audience/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { idsOfRecipients } from './recipients.repo.ts'

/** Moves a newsletter from one of `from` to a state. False if it is in another. */
async function move(
  db: Db,
  id: number,
  from: NewsletterState[],
  to: {
    state: NewsletterState
    scheduled_at?: string | null
    goes_with_post?: boolean
    note?: null
    finished_at?: null
  },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set((eb) => ({ ...to, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export function scheduleNewsletter(db: Db, id: number, at: string, now: string): Promise<boolean> {
  return move(
    db,
    id,
    ['draft', 'scheduled'],
    { state: 'scheduled', scheduled_at: at, goes_with_post: false, note: null },
    now,
  )
}

/** Schedules a newsletter for the time at which its post is public, whenever that is. */
export function scheduleWithPost(db: Db, id: number, now: string): Promise<boolean> {
  const to = { state: 'scheduled' as const, scheduled_at: null, goes_with_post: true, note: null }
  return move(db, id, ['draft', 'scheduled'], to, now)
}

/** Lets a newsletter begin before its post is public. */
export async function leavePost(db: Db, id: number): Promise<void> {
  await db.updateTable('newsletters').set({ goes_with_post: false }).where('post_id', '=', id).execute()
}

export function unscheduleNewsletter(db: Db, id: number, now: string): Promise<boolean> {
  return move(db, id, ['scheduled'], { state: 'draft', scheduled_at: null, goes_with_post: false }, now)
}

export function pauseNewsletter(db: Db, id: number, now: string): Promise<boolean> {
  return move(db, id, ['sending'], { state: 'paused', note: null }, now)
}

export function resumeNewsletter(db: Db, id: number, now: string): Promise<boolean> {
  return move(db, id, ['paused'], { state: 'sending', note: null }, now)
}

/** Call it in a transaction. The server's reply to what is being handed over is still recorded. */
export async function cancelNewsletter(db: Db, id: number, now: string): Promise<boolean> {
  if (!(await move(db, id, ['sending', 'paused'], { state: 'cancelled', note: null }, now))) return false
  await db.updateTable('newsletters').set({ finished_at: now }).where('post_id', '=', id).execute()
  await cancelRecipients(db, now)
  return true
}

/**
 * Cancels the recipients that still wait for a cancelled newsletter. A message that was handed over then may have been deferred by the
 * server since, which is not tried again.
 */
export async function cancelRecipients(db: Db, now: string): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ state: 'cancelled', settled_at: now })
    .where('id', 'in', idsOfRecipients(db, ['cancelled'], ['waiting', 'deferred']))
    .where('state', 'in', ['waiting', 'deferred'])
    .execute()
}

/**
 * Makes recipients in doubt wait again, as the owner decided. A newsletter that is finished or cancelled is sent to them alone; a
 * paused one stays paused while others wait too. Call it in a transaction. Returns their number.
 */
export async function retryDoubtful(db: Db, id: number, now: string): Promise<number> {
  await cancelRecipients(db, now)
  const others = await db
    .selectFrom('newsletter_recipients')
    .select('id')
    .where('newsletter_id', '=', id)
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .limit(1)
    .executeTakeFirst()
  const { numUpdatedRows } = await db
    .updateTable('newsletter_recipients')
    .set({ state: 'waiting', next_at: now, lease: null, settled_at: null, first_attempt_at: null })
    .where('newsletter_id', '=', id)
    .where('state', '=', 'in-doubt')
    .executeTakeFirstOrThrow()
  const from: NewsletterState[] = others ? ['sent', 'cancelled'] : ['sent', 'cancelled', 'paused']
  if (numUpdatedRows > 0n) await move(db, id, from, { state: 'sending', note: null, finished_at: null }, now)
  return Number(numUpdatedRows)
}

/** A newsletter that is due and cannot begin becomes a draft; `note` tells the owner why. */
export async function putBack(db: Db, id: number, note: string, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({
      state: 'draft' as const,
      scheduled_at: null,
      goes_with_post: false,
      note,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('post_id', '=', id)
    .where('state', '=', 'scheduled')
    .where((eb) => eb.or([eb('scheduled_at', '<=', now), eb('goes_with_post', '=', true)]))
    .execute()
}

/** Counts somebody who left by the link of a newsletter. */
export async function recordUnsubscription(
  db: Db,
  newsletterId: number,
  subscriberId: number,
  now: string,
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ unsubscribed_at: now })
    .where('newsletter_id', '=', newsletterId)
    .where('subscriber_id', '=', subscriberId)
    .where('unsubscribed_at', 'is', null)
    .execute()
}
