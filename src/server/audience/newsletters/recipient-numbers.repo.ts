import { sql } from 'kysely'
import type { RecipientState } from '../../../contract/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'

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
