import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Rejection } from './circuit-breaker.ts'
import { pauseAll } from './sending.repo.ts'
import { reportIdOf } from './write-queue.ts'

/**
 * Makes recipients due again whose rejection was about the sender, and removes the suppressions and reports that it led to.
 * Their newsletters are paused even if these were the last recipients. Call it in a transaction.
 */
export async function revertRejections(db: Db, rejections: Rejection[], note: string, now: string): Promise<void> {
  const ids = rejections.map(({ id }) => id)
  const reports = await db
    .selectFrom('delivery_reports')
    .select(['event_id', 'received_at'])
    .where('source', '=', 'smtp')
    .where(isOneOf(db, 'event_id', ids.map(reportIdOf)))
    .execute()
  const reportedAt = new Map(reports.map((report) => [report.event_id, report.received_at]))
  for (const { id, email } of rejections.toSorted((one, other) => (one.email < other.email ? -1 : 1)))
    await db
      .deleteFrom('suppressions')
      .where('email', '=', email)
      .where('source', '=', 'smtp')
      .where('reason', '<>', 'complaint')
      // Those of earlier newsletters stay.
      .where('created_at', '>=', reportedAt.get(reportIdOf(id)) ?? now)
      .execute()
  await db
    .deleteFrom('delivery_reports')
    .where('source', '=', 'smtp')
    .where(isOneOf(db, 'event_id', ids.map(reportIdOf)))
    .execute()
  const taken = await db
    .updateTable('newsletter_recipients')
    .set({
      state: 'deferred',
      next_at: now,
      first_attempt_at: null,
      settled_at: null,
      lease: null,
      bounce: null,
      bounced_at: null,
    })
    .where(isOneOf(db, 'id', ids))
    .where('state', '=', 'failed')
    .where('newsletter_id', 'in', (eb) =>
      eb.selectFrom('newsletters').select('post_id').where('state', '<>', 'cancelled'),
    )
    .returning('newsletter_id')
    .execute()
  await pauseAll(db, note, now)
  await db
    .updateTable('newsletters')
    .set((eb) => ({
      state: 'paused' as const,
      note,
      finished_at: null,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where(isOneOf(db, 'post_id', [...new Set(taken.map(({ newsletter_id }) => newsletter_id))]))
    .where('state', '=', 'sent')
    .execute()
}
