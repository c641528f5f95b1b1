import { type SelectQueryBuilder, sql } from 'kysely'
import type { NewsletterState, RecipientState } from '../../../contract/audience/newsletters.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db, Schema } from '../../platform/db/schema.ts'
import type { Lease } from './leases.repo.ts'

/** Subscribers with their address. */
export type Audience = SelectQueryBuilder<Schema, 'subscribers', { id: number; email: string }>

/** Stores the audience as the recipients of a newsletter that has started, each once; suppressed addresses are done at once. */
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

/**
 * Marks recipients as being sent, before their messages are handed over. Returns the ids of those that may be: their lease
 * still holds, their newsletter is being sent, and they are still subscribed to it.
 */
export async function markSending(db: Db, ids: number[], { now, until, lease }: Lease): Promise<number[]> {
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
    .where('next_at', '>', now)
    .where('state', 'in', ['waiting', 'deferred'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('newsletters')
          .innerJoin('subscribers', 'subscribers.id', 'newsletter_recipients.subscriber_id')
          .select('subscribers.id')
          .whereRef('newsletters.post_id', '=', 'newsletter_recipients.newsletter_id')
          .where('newsletters.state', '=', 'sending')
          .where('subscribers.is_active', '=', true)
          .where('subscribers.deleted_at', 'is', null)
          .where((eb) => eb.or([eb('newsletters.kind', '=', 'digest'), eb('subscribers.frequency', '<>', 'digest')])),
      ),
    )
    .where('email', 'not in', (eb) => eb.selectFrom('suppressions').select('suppressions.email'))
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}

/** Renews the lease of a recipient whose message is being handed over. */
export async function renewSending(
  db: Db,
  id: number,
  { until, lease }: Pick<Lease, 'until' | 'lease'>,
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ next_at: until })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'sending')
    .execute()
}

export type Outcome = {
  id: number
  state: 'accepted' | 'deferred' | 'failed' | 'suppressed' | 'in-doubt'
  response: string
  /** When a deferred one is tried again. */
  nextAt?: string
  /** The bounce of a failed one, which is a delivery report too. */
  bounce?: { email: string; kind: 'hard' | 'soft' }
  /** Whether `markSending` has counted the attempt. */
  isMarked: boolean
  /** Whether the reply says nothing about the recipient, so that it does not start or use up the two days; an attempt counts if its message was started. */
  isUncounted?: boolean
}

type Held = Pick<Outcome, 'id' | 'isMarked'> & { lease: string }

/** A result counts while the row is as its lease left it: a doubt is resolved by a late reply to a message that was marked. */
const statesOf = ({ isMarked }: Held) =>
  isMarked ? (['sending', 'in-doubt'] as const) : (['waiting', 'deferred'] as const)

/**
 * Stores a result, unless another lease holds the recipient by now. A recipient in doubt is not deferred once the newsletter has
 * ended, since nothing would try it again: the owner may.
 */
export async function recordOutcome(
  db: Db,
  { id, state, response, nextAt, isMarked, isUncounted = false, lease }: Outcome & Held,
  now: string,
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set((eb) => ({
      state,
      // A reply that comes after an erasure usually names the address.
      response: sql<string | null>`case when email like '#%' then null else ${response} end`,
      ...(state === 'in-doubt' ? {} : { lease: null }),
      ...(isUncounted
        ? isMarked && { first_attempt_at: withoutFirst }
        : {
            ...(isMarked || state === 'suppressed' ? {} : { attempts: eb('attempts', '+', 1) }),
            first_attempt_at: eb.fn.coalesce('first_attempt_at', sql<string>`${sql.val(now)}`),
          }),
      ...(nextAt === undefined ? { settled_at: now } : { next_at: nextAt }),
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', 'in', statesOf({ id, isMarked, lease }))
    .$if(state === 'deferred', (query) =>
      query.where((eb) =>
        eb.or([
          eb('state', '<>', 'in-doubt'),
          eb('newsletter_id', 'not in', (ended) =>
            ended.selectFrom('newsletters').select('post_id').where('state', 'in', ['sent', 'cancelled']),
          ),
        ]),
      ),
    )
    .execute()
}

/** The time of the first attempt without the last one. */
const withoutFirst = sql<string | null>`case when attempts > 1 then first_attempt_at end`

/** Takes the last attempts of deferred recipients back, because the mail server was at fault, until `nextAt`. */
export async function uncountDeferrals(db: Db, ids: number[], nextAt: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('newsletter_recipients')
    .set({
      attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
      first_attempt_at: withoutFirst,
      next_at: nextAt,
    })
    .where(isOneOf(db, 'id', ids))
    .where('state', '=', 'deferred')
    .where('lease', 'is', null)
    .execute()
}

/** Whether a result would be stored. */
export async function isHeld(db: Db, held: Held): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_recipients')
    .select('id')
    .where('id', '=', held.id)
    .where('lease', '=', held.lease)
    .where('state', 'in', statesOf(held))
    .executeTakeFirst()
  return row !== undefined
}

/** Puts recipients in doubt whose process ended between the mark and the reply. */
export async function doubtAbandoned(db: Db, now: string): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({
      state: 'in-doubt',
      settled_at: now,
      response: 'The program ended while the newsletter was being handed over, so it is not known whether it arrived.',
    })
    .where('id', 'in', idsOfRecipients(db, ['sending', 'paused', 'cancelled', 'draft'], ['sending']))
    .where('state', '=', 'sending')
    .where('next_at', '<=', now)
    .execute()
}

/**
 * The recipients of newsletters in some states, for the condition of an update. A join, because SQLite with statistics reads every
 * recipient there is for `newsletter_id in (select …)`. The update repeats the states, which may change before it locks a row.
 */
export function idsOfRecipients(db: Db, ofNewsletters: NewsletterState[], states: RecipientState[]) {
  return db
    .selectFrom('newsletters')
    .innerJoin('newsletter_recipients as recipient', 'recipient.newsletter_id', 'newsletters.post_id')
    .select('recipient.id')
    .where('newsletters.state', 'in', ofNewsletters)
    .where('recipient.state', 'in', states)
}
