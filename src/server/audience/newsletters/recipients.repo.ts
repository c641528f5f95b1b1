import { type SelectQueryBuilder, sql } from 'kysely'
import { isAutomatic } from '../../../contract/automatic-newsletters.ts'
import type { RecipientState } from '../../../contract/newsletters.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db, Row, Schema } from '../../platform/db/schema.ts'

/** Subscribers with their address. */
export type Audience = SelectQueryBuilder<Schema, 'subscribers', { id: number; email: string }>

/** Stores the audience as the recipients of a newsletter that has started, each once; suppressed addresses are settled at once. */
export async function addRecipients(db: Db, newsletterId: number, audience: Audience): Promise<void> {
  const suppressed = sql<boolean>`exists (select 1 from suppressions where suppressions.email = audience.email)`
  await db
    .insertInto('newsletter_recipients')
    .columns(['newsletter_id', 'subscriber_id', 'email', 'state', 'next_at', 'settled_at', 'response'])
    .expression(
      db
        .selectFrom('newsletters')
        .innerJoin(audience.as('audience'), (join) => join.onTrue())
        .select([
          'newsletters.post_id',
          'audience.id',
          'audience.email',
          sql<RecipientState>`case when ${suppressed} then 'suppressed' else 'waiting' end`.as('state'),
          sql<string>`newsletters.started_at`.as('next_at'),
          sql<string | null>`case when ${suppressed} then newsletters.started_at end`.as('settled_at'),
          sql<string | null>`case when ${suppressed} then 'The address is suppressed' end`.as('response'),
        ])
        .where('newsletters.post_id', '=', newsletterId),
    )
    .onConflict((conflict) => conflict.columns(['newsletter_id', 'email']).doNothing())
    .execute()
}

/** A recipient whose turn it is, with what its message needs. */
export type LeasedRecipient = Pick<
  Row<'newsletter_recipients'>,
  'id' | 'newsletter_id' | 'email' | 'attempts' | 'first_attempt_at'
> & { name: string | null; unsubscribe_token: string | null; isActive: boolean }

export type Lease = { now: string; until: string; lease: string; limit: number }

/**
 * Leases recipients that are due, those of the earliest newsletter first. The update repeats the conditions of the selection, so
 * that each row goes to one process.
 */
export async function leaseRecipients(db: Db, { now, until, lease, limit }: Lease): Promise<LeasedRecipient[]> {
  const newsletters = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select('newsletters.post_id')
    .where('newsletters.state', '=', 'sending')
    .where('posts.deleted_at', 'is', null)
    .orderBy('newsletters.started_at')
    .orderBy('newsletters.post_id')
    .execute()
  const ids: number[] = []
  for (const { post_id } of newsletters) {
    for (const state of ['waiting', 'deferred'] as const) {
      if (ids.length >= limit) break
      const due = await db
        .selectFrom('newsletter_recipients')
        .select('id')
        .where('newsletter_id', '=', post_id)
        .where('state', '=', state)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(limit - ids.length)
        .execute()
      ids.push(...due.map(({ id }) => id))
    }
  }
  if (ids.length === 0) return []
  const leased = await db
    .updateTable('newsletter_recipients')
    .set({ lease, next_at: until })
    .where(isOneOf(db, 'id', ids))
    .where('state', 'in', ['waiting', 'deferred'])
    .where('next_at', '<=', now)
    .returning('id')
    .execute()
  return readLeased(
    db,
    leased.map(({ id }) => id),
  )
}

async function readLeased(db: Db, ids: number[]): Promise<LeasedRecipient[]> {
  const rows = await db
    .selectFrom('newsletter_recipients as recipient')
    .innerJoin('newsletters', 'newsletters.post_id', 'recipient.newsletter_id')
    .leftJoin('subscribers', 'subscribers.id', 'recipient.subscriber_id')
    .select([
      ...(['recipient.id', 'recipient.newsletter_id', 'recipient.email'] as const),
      ...(['recipient.attempts', 'recipient.first_attempt_at'] as const),
      ...(['subscribers.name', 'subscribers.unsubscribe_token', 'subscribers.is_active'] as const),
      sql<number>`(select count(*) from suppressions where suppressions.email = recipient.email)`.as('suppressions'),
      ...(['subscribers.deleted_at', 'subscribers.frequency', 'newsletters.kind'] as const),
    ])
    .where(isOneOf(db, 'recipient.id', ids))
    .orderBy('recipient.id')
    .execute()
  return rows.map(({ is_active, deleted_at, suppressions, frequency, kind, ...row }) => ({
    ...row,
    // Recipients of an automatic newsletter have had time to choose fewer letters.
    isActive:
      Boolean(is_active) && !deleted_at && Number(suppressions) === 0 && !(isAutomatic(kind) && frequency === 'digest'),
  }))
}

/**
 * Marks recipients as being sent, before their messages are handed over. Returns the ids of those that may be: their lease
 * still holds, their newsletter is being sent, and they are still subscribed.
 */
export async function markSending(
  db: Db,
  ids: number[],
  { now, until, lease }: Omit<Lease, 'limit'>,
): Promise<ReadonlySet<number>> {
  const marked = await db
    .updateTable('newsletter_recipients')
    .set((eb) => ({
      state: 'sending' as const,
      attempts: eb('attempts', '+', 1),
      first_attempt_at: eb.fn.coalesce('first_attempt_at', sql<string>`${sql.val(now)}`),
      next_at: until,
    }))
    .where(isOneOf(db, 'id', ids))
    .where('lease', '=', lease)
    .where('state', 'in', ['waiting', 'deferred'])
    .where('newsletter_id', 'in', (eb) => eb.selectFrom('newsletters').select('post_id').where('state', '=', 'sending'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscribers')
          .select('subscribers.id')
          .whereRef('subscribers.id', '=', 'newsletter_recipients.subscriber_id')
          .where('subscribers.is_active', '=', true)
          .where('subscribers.deleted_at', 'is', null),
      ),
    )
    .where('email', 'not in', (eb) => eb.selectFrom('suppressions').select('suppressions.email'))
    .returning('id')
    .execute()
  return new Set(marked.map(({ id }) => id))
}

export type Settlement = {
  id: number
  state: 'accepted' | 'deferred' | 'failed' | 'suppressed' | 'in-doubt'
  response: string
  /** Of a deferred one. */
  nextAt?: string
  /** Of a failed one, which is also a delivery report. */
  bounce?: { email: string; kind: 'hard' | 'soft' }
  /** Whether `markSending` has counted the attempt. */
  isMarked: boolean
}

/** Stores a result, unless another process holds the recipient by now. */
export async function settleRecipient(
  db: Db,
  { id, state, response, nextAt, isMarked }: Settlement,
  { now, lease }: Pick<Lease, 'now' | 'lease'>,
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set((eb) => ({
      state,
      response,
      // A doubt is resolved by a late reply of the same lease.
      ...(state === 'in-doubt' ? {} : { lease: null }),
      ...(isMarked || state === 'suppressed' ? {} : { attempts: eb('attempts', '+', 1) }),
      first_attempt_at: eb.fn.coalesce('first_attempt_at', sql<string>`${sql.val(now)}`),
      ...(nextAt === undefined ? { settled_at: now } : { next_at: nextAt }),
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', 'in', ['waiting', 'deferred', 'sending', 'in-doubt'])
    .execute()
}

/** Gives leased recipients back that were not handed over. */
export async function releaseRecipients(db: Db, ids: number[], lease: string, now: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('newsletter_recipients')
    .set({ lease: null, next_at: now })
    .where(isOneOf(db, 'id', ids))
    .where('lease', '=', lease)
    .where('state', 'in', ['waiting', 'deferred'])
    .execute()
}

/** Settles recipients whose process ended between the mark and the reply as in doubt. */
export async function doubtAbandoned(db: Db, now: string): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({
      state: 'in-doubt',
      settled_at: now,
      response: 'The program ended while the newsletter was being handed over, so it is not known whether it arrived.',
    })
    .where('newsletter_id', 'in', (eb) =>
      eb.selectFrom('newsletters').select('post_id').where('state', 'in', ['sending', 'paused', 'cancelled', 'draft']),
    )
    .where('state', '=', 'sending')
    .where('next_at', '<=', now)
    .execute()
}

/** The number of recipients of newsletters by state. */
export async function countRecipients(
  db: Db,
  newsletterIds: number[],
): Promise<{ newsletter_id: number; state: RecipientState; count: number }[]> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select(['newsletter_id', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('newsletter_id', 'in', newsletterIds)
    .groupBy(['newsletter_id', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** The number of recipients of newsletters by what came back. */
export async function countOutcomes(
  db: Db,
  newsletterIds: number[],
): Promise<{ newsletter_id: number; bounced: number; complained: number; unsubscribed: number }[]> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select([
      'newsletter_id',
      sql<number>`sum(case when bounce in ('hard', 'soft') then 1 else 0 end)`.as('bounced'),
      sql<number>`sum(case when bounce = 'complaint' then 1 else 0 end)`.as('complained'),
      sql<number>`sum(case when unsubscribed_at is not null then 1 else 0 end)`.as('unsubscribed'),
    ])
    .where('newsletter_id', 'in', newsletterIds)
    .groupBy('newsletter_id')
    .execute()
  return rows.map(({ newsletter_id, bounced, complained, unsubscribed }) => ({
    ...{ newsletter_id, bounced: Number(bounced), complained: Number(complained), unsubscribed: Number(unsubscribed) },
  }))
}
