import type { AutomaticNewsletter } from '../../../contract/audience/automatic-newsletters.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { readNumbers } from './newsletters.repo.ts'
import { freezeContent, type NewsletterContent } from './sending.repo.ts'

const KINDS = ['welcome', 'series'] as const
/** The states of a newsletter that is switched on. */
const ON = ['sending', 'paused'] as const

/** Later than this a newsletter that was switched off is not sent any more. */
const LATE_MS = 2 * DAY_MS

/** The welcome email and the series, those of the first days first. */
export async function listAutomaticNewsletters(db: Db): Promise<AutomaticNewsletter[]> {
  const rows = await rowsOf(db).orderBy('delay_days').orderBy('post_id').execute()
  if (rows.length === 0) return []
  const numbers = await readNumbers(
    db,
    rows.map(({ post_id }) => post_id),
  )
  return rows.map((row) => toAutomaticNewsletter(row, numbers))
}

export async function findAutomaticNewsletter(db: Db, id: number): Promise<AutomaticNewsletter | undefined> {
  const row = await rowsOf(db).where('newsletters.post_id', '=', id).executeTakeFirst()
  return row && toAutomaticNewsletter(row, await readNumbers(db, [id]))
}

function rowsOf(db: Db) {
  return db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select([
      ...(['newsletters.post_id', 'newsletters.kind', 'newsletters.state', 'newsletters.delay_days'] as const),
      ...(['newsletters.note', 'newsletters.started_at', 'posts.title', 'posts.updated_at'] as const),
      ...(['newsletters.sender_name', 'newsletters.sent_sender_name'] as const),
      ...(['newsletters.intro', 'newsletters.sent_intro'] as const),
      ...(['newsletters.counts_clicks', 'newsletters.sent_counts_clicks'] as const),
    ])
    .where('newsletters.kind', 'in', KINDS)
    .where('posts.deleted_at', 'is', null)
}

type NewsletterRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function toAutomaticNewsletter(
  row: NewsletterRow,
  numbers: Awaited<ReturnType<typeof readNumbers>>,
): AutomaticNewsletter {
  const state = row.state === 'sending' ? 'on' : row.state === 'paused' ? 'paused' : 'off'
  return {
    id: row.post_id,
    kind: row.kind === 'welcome' ? 'welcome' : 'series',
    delayDays: row.delay_days ?? 0,
    state,
    subject: row.title,
    hasNewText: state !== 'off' && hasChanged(row),
    note: row.note,
    numbers: numbers.get(row.post_id)!,
  }
}

/** Whether text, sender name, note or the count of clicks are others than those that were frozen. */
function hasChanged({ started_at, updated_at, ...row }: NewsletterRow): boolean {
  return (
    (started_at !== null && updated_at > started_at) ||
    row.sender_name !== (row.sent_sender_name ?? row.sender_name) ||
    row.intro !== (row.sent_intro ?? row.intro) ||
    Boolean(row.counts_clicks) !== Boolean(row.sent_counts_clicks ?? row.counts_clicks)
  )
}

/** Makes a newsletter an automatic one. Without a page: it is written for one reader at a time. */
export async function makeAutomatic(
  db: Db,
  id: number,
  { kind, delayDays }: { kind: 'welcome' | 'series'; delayDays: number },
): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ kind, delay_days: delayDays, has_page: false })
    .where('post_id', '=', id)
    .execute()
}

/** Serialises changes that compare the newsletters with each other. Call it in a transaction. */
export function lockAutomaticNewsletters(db: Db): Promise<void> {
  return lockTable(db, 'automatic newsletters')
}

/** Another newsletter that is switched on and sent on the same day after the confirmation. */
export async function findNewsletterOfDay(db: Db, delayDays: number, exceptId: number): Promise<string | undefined> {
  const row = await rowsOf(db)
    .where('newsletters.delay_days', '=', delayDays)
    .where('newsletters.post_id', '<>', exceptId)
    .where('newsletters.state', 'in', ON)
    .executeTakeFirst()
  return row?.title
}

export async function writeDelay(db: Db, id: number, delayDays: number, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ delay_days: delayDays, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .where('kind', '=', 'series')
    .execute()
}

/**
 * Switches a newsletter on with its present text, or uses that from now on. Those who waited too long while it was off do not get
 * it any more. False if the text was changed since `content` was made. Call it in a transaction.
 */
export async function switchOn(db: Db, id: number, content: NewsletterContent, now: string): Promise<boolean> {
  const wasOff = (await findAutomaticNewsletter(db, id))?.state === 'off'
  if (!(await freezeContent(db, id, { content, now, kinds: [...KINDS], from: ['draft', ...ON] }))) return false
  if (!wasOff) return true
  await db
    .updateTable('newsletter_recipients')
    .set({ state: 'cancelled', settled_at: now, response: 'The newsletter was switched off at their time' })
    .where('newsletter_id', '=', id)
    .where('state', 'in', ['waiting', 'deferred'])
    .where('next_at', '<', new Date(Date.parse(now) - LATE_MS).toISOString())
    .execute()
  return true
}

export async function switchOff(db: Db, id: number, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ state: 'draft' as const, note: null, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .where('kind', 'in', KINDS)
    .where('state', 'in', ON)
    .execute()
}

/**
 * Plans the newsletters that are switched on for a subscriber who has just confirmed; those of earlier confirmations stay as they
 * are. Call it in the transaction of the confirmation, so that no one is missed.
 */
export async function planAutomaticNewsletters(db: Db, subscriberId: number, now: string): Promise<void> {
  const newsletters = await rowsOf(db).where('newsletters.state', 'in', ON).execute()
  if (newsletters.length === 0) return
  const subscriber = await db
    .selectFrom('subscribers')
    .leftJoin('suppressions', 'suppressions.email', 'subscribers.email')
    .select(['subscribers.email', 'suppressions.reason'])
    .where('subscribers.id', '=', subscriberId)
    .where('subscribers.frequency', '=', 'all')
    .executeTakeFirst()
  if (!subscriber) return
  const { email, reason } = subscriber
  const done = reason === null ? {} : { settled_at: now, response: 'The address is suppressed' }
  await db
    .insertInto('newsletter_recipients')
    .values(
      newsletters.map(({ post_id, delay_days }) => ({
        newsletter_id: post_id,
        subscriber_id: subscriberId,
        email,
        state: reason === null ? ('waiting' as const) : ('suppressed' as const),
        next_at: new Date(Date.parse(now) + (delay_days ?? 0) * DAY_MS).toISOString(),
        ...done,
      })),
    )
    .onConflict((conflict) => conflict.columns(['newsletter_id', 'email']).doNothing())
    .execute()
}
