import { sql } from 'kysely'
import type { SourceCounts } from '../../../contract/audience/subscriber-sources.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Sign-ups since a time by source, without those that the honeypot held back; most first. */
export async function countSources(db: Db, since: string): Promise<SourceCounts[]> {
  const had = (act: string) =>
    sql`exists (select 1 from consents where consents.subscriber_id = subscribers.id and consents.act = ${act})`
  const { rows } = await sql<
    Record<'signedUp' | 'confirmed' | 'active' | 'unsubscribed', number | string> & SourceCounts
  >`
    select source, count(*) as "signedUp",
      count(case when is_active = ${true} or ${had('confirmed')} then 1 end) as confirmed,
      count(case when is_active = ${true} then 1 end) as active,
      count(case when is_active = ${false} and unconfirmed_at is null then 1 end) as unsubscribed
    from subscribers
    where created_at >= ${since} and deleted_at is null
      and (is_active = ${true} or not ${had('held-back')} or ${had('signed-up')})
    group by source order by 2 desc, source`.execute(db)
  return rows.map(({ source, signedUp, confirmed, active, unsubscribed }) => ({
    source,
    signedUp: Number(signedUp),
    confirmed: Number(confirmed),
    active: Number(active),
    unsubscribed: Number(unsubscribed),
  }))
}
