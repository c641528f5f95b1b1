import { sql } from 'kysely'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db, Row } from '../../platform/db/schema.ts'

/** A recipient to be sent to, with what its message needs. */
export type LeasedRecipient = Pick<
  Row<'newsletter_recipients'>,
  'id' | 'newsletter_id' | 'email' | 'attempts' | 'first_attempt_at'
> & {
  name: string | null
  unsubscribe_token: string | null
  isActive: boolean
  /** Whether its rejection was reverted, because the server rejected every recipient. */
  isReverted: boolean
}

/** Each lease has an id of its own, so that a result that is late cannot pass for one of a later lease. */
export type Lease = { now: string; until: string; lease: string }

/**
 * Leases recipients that are due: those of automatic newsletters first, since each is for one reader and few, then those of the
 * earliest newsletter. The update repeats the conditions of the selection, so that each row goes to one process.
 */
export async function leaseRecipients(
  db: Db,
  { now, until, lease, limit, startsWith = 'waiting' }: Lease & { limit: number; startsWith?: 'waiting' | 'deferred' },
): Promise<LeasedRecipient[]> {
  const ids = await listDue(
    db,
    now,
    limit,
    startsWith === 'deferred' ? ['deferred', 'waiting'] : ['waiting', 'deferred'],
  )
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

async function listDue(db: Db, now: string, limit: number, states: ('waiting' | 'deferred')[]): Promise<number[]> {
  const newsletters = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select('newsletters.post_id')
    .where('newsletters.state', '=', 'sending')
    .where('posts.deleted_at', 'is', null)
    .orderBy(sql`case when newsletters.kind in ('welcome', 'series') then 0 else 1 end`)
    .orderBy('newsletters.started_at')
    .orderBy('newsletters.post_id')
    .execute()
  const ids: number[] = []
  for (const { post_id } of newsletters) {
    for (const state of states) {
      if (ids.length >= limit) return ids
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
  return ids
}

async function readLeased(db: Db, ids: number[]): Promise<LeasedRecipient[]> {
  const rows = await db
    .selectFrom('newsletter_recipients as recipient')
    .innerJoin('newsletters', 'newsletters.post_id', 'recipient.newsletter_id')
    .leftJoin('subscribers', 'subscribers.id', 'recipient.subscriber_id')
    .select([
      ...(['recipient.id', 'recipient.newsletter_id', 'recipient.email', 'recipient.state'] as const),
      ...(['recipient.attempts', 'recipient.first_attempt_at'] as const),
      ...(['subscribers.name', 'subscribers.unsubscribe_token', 'subscribers.is_active'] as const),
      sql<number>`(select count(*) from suppressions where suppressions.email = recipient.email)`.as('suppressions'),
      ...(['subscribers.deleted_at', 'subscribers.frequency', 'newsletters.kind'] as const),
    ])
    .where(isOneOf(db, 'recipient.id', ids))
    // Those that the server rejected must not keep it from the others.
    .orderBy(sql`case recipient.state when 'waiting' then 0 else 1 end`)
    .orderBy('recipient.id')
    .execute()
  return rows.map(({ is_active, deleted_at, suppressions, frequency, kind, state, ...row }) => ({
    ...row,
    // Every other deferred recipient has had an attempt since it began.
    isReverted: state === 'deferred' && row.first_attempt_at === null,
    // Between the beginning and their attempt recipients have had time to choose fewer letters.
    isActive:
      Boolean(is_active) && !deleted_at && Number(suppressions) === 0 && (kind === 'digest' || frequency !== 'digest'),
  }))
}

/** Gives leased recipients back that were not handed over. */
export async function releaseRecipients(db: Db, ids: number[], lease: string, now: string): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ lease: null, next_at: now })
    .where(isOneOf(db, 'id', ids))
    .where('lease', '=', lease)
    .where('state', 'in', ['waiting', 'deferred'])
    .execute()
}

/**
 * Ends the leases of killed processes: their recipients are due, and those that were being handed over are in doubt at the
 * next poll. Only for a caller that knows that no process sends newsletters.
 */
export async function endRecipientLeases(db: Db, now: string): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ next_at: now })
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .where('lease', 'is not', null)
    .where('next_at', '>', now)
    .execute()
}
