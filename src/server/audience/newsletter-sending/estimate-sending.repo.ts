import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../platform/db/schema.ts'
import { readLearnedPace } from '../mail/server-health.repo.ts'
import { estimateEnd } from './estimate-end.ts'
import { countAttempts } from './limits.repo.ts'
import { readNewsletterLimits } from './newsletter-limits.repo.ts'

type Own = {
  /** Recipients without a final state. */
  left: number
  /** Null for a newsletter that has not started. */
  startedAt: string | null
}

/**
 * When a newsletter is sent under the limits, as ISO 8601; null if nothing limits it. Those before it come first: automatic ones, and
 * newsletters that started earlier. `begin` is when it starts, if that is later than `now`.
 */
export async function estimateSending(
  db: Db,
  id: number,
  { left, startedAt }: Own,
  { now, begin = now }: { now: Date; begin?: Date },
): Promise<string | null> {
  const [limits, learned, made, madeByThen, before, deferredUntil] = await Promise.all([
    readNewsletterLimits(db),
    readLearnedPace(db, now),
    countAttempts(db, now.getTime()),
    countAttempts(db, begin.getTime()),
    countBefore(db, id, startedAt, now),
    findLastDeferral(db, id, now),
  ])
  const ends = [
    estimateEnd(left, limits, madeByThen, begin, learned),
    before > 0 ? estimateEnd(before + left, limits, made, now, learned) : null,
    deferredUntil,
  ]
  return ends.reduce((latest, end) => (end !== null && (latest === null || end > latest) ? end : latest), null)
}

/** Recipients that are sent to before those of a newsletter, as `leaseRecipients` orders them. */
async function countBefore(db: Db, id: number, startedAt: string | null, now: Date): Promise<number> {
  const isBefore = (eb: ExpressionBuilder<Schema, 'newsletters'>) => {
    if (startedAt === null) return eb.lit(true)
    const earlier = eb.and([eb('started_at', '=', startedAt), eb('post_id', '<', id)])
    return eb.or([eb('newsletters.kind', 'in', ['welcome', 'series']), eb('started_at', '<', startedAt), earlier])
  }
  const { count } = await db
    .selectFrom('newsletter_recipients')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('newsletter_id', 'in', (eb) =>
      eb
        .selectFrom('newsletters')
        .innerJoin('posts', 'posts.id', 'newsletters.post_id')
        .select('post_id')
        .where('newsletters.state', '=', 'sending')
        .where('posts.deleted_at', 'is', null)
        .where('post_id', '<>', id)
        .where(isBefore),
    )
    .where('state', 'in', ['waiting', 'deferred'])
    // Leased ones, whose time is the end of the lease, are nearly done.
    .where('next_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the last of the recipients that the mail server has put off is tried again; null without one in the future. */
async function findLastDeferral(db: Db, id: number, now: Date): Promise<string | null> {
  const { until } = await db
    .selectFrom('newsletter_recipients')
    .select((eb) => eb.fn.max<string | null>('next_at').as('until'))
    .where('newsletter_id', '=', id)
    .where('state', '=', 'deferred')
    .where('lease', 'is', null)
    .where('next_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return until
}
