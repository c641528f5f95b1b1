import type { RecipientState } from '../../../contract/audience/newsletters.ts'
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

type Outcome = 'bounced' | 'complained' | 'unsubscribed'

/** The number of recipients of newsletters by what came back. Each query reads only recipients with an outcome. */
export async function countOutcomes(
  db: Db,
  newsletterIds: number[],
): Promise<{ newsletter_id: number; outcome: Outcome; count: number }[]> {
  const of = db
    .selectFrom('newsletter_recipients')
    .select(['newsletter_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('newsletter_id', 'in', newsletterIds)
  const [reports, departures] = await Promise.all([
    of.select('bounce').where('bounce', 'is not', null).groupBy(['newsletter_id', 'bounce']).execute(),
    of.where('unsubscribed_at', 'is not', null).groupBy('newsletter_id').execute(),
  ])
  return [
    ...reports.map(({ newsletter_id, bounce, count }) => ({
      newsletter_id,
      outcome: bounce === 'complaint' ? ('complained' as const) : ('bounced' as const),
      count: Number(count),
    })),
    ...departures.map(({ newsletter_id, count }) => ({
      newsletter_id,
      outcome: 'unsubscribed' as const,
      count: Number(count),
    })),
  ]
}
