import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { idsOfRecipients } from './recipients.repo.ts'

/** Between two automatic newsletters to a subscriber: less than a day, since the first may have been late. */
const LEAST_MS = 20 * HOUR_MS
const LATER_MS = 4 * HOUR_MS

/**
 * Postpones newsletters of a series that are due within a day of another one to the same subscriber, as after an outage of the
 * mail server: the one of the earlier day goes first. Call it in the transaction that leases recipients.
 */
export async function spreadNewsletters(db: Db, now: string): Promise<void> {
  const from = (offset: number) => new Date(Date.parse(now) + offset).toISOString()
  await db
    .updateTable('newsletter_recipients')
    .set({ next_at: from(LATER_MS) })
    .where(
      'id',
      'in',
      idsOfRecipients(db, ['sending'], ['waiting', 'deferred'])
        .where('newsletters.kind', 'in', ['welcome', 'series'])
        .where('recipient.next_at', '<=', now),
    )
    .where('state', 'in', ['waiting', 'deferred'])
    .where('lease', 'is', null)
    .where('next_at', '<=', now)
    .where(
      sql<boolean>`exists (
        select 1 from newsletter_recipients other
        join newsletters other_newsletter on other_newsletter.post_id = other.newsletter_id
        join newsletters this_newsletter on this_newsletter.post_id = newsletter_recipients.newsletter_id
        where other.subscriber_id = newsletter_recipients.subscriber_id
          and other.newsletter_id <> newsletter_recipients.newsletter_id
          and other_newsletter.kind in ('welcome', 'series')
          and (
            other.state = 'sending'
            or (other.state in ('accepted', 'in-doubt') and other.settled_at > ${from(-LEAST_MS)})
            or (other.state in ('waiting', 'deferred') and other.lease is not null and other.next_at > ${now})
            or (
              other_newsletter.state = 'sending'
              and (other.state = 'deferred' or (other.state = 'waiting' and other.next_at <= ${now}))
              and (
                other_newsletter.delay_days < this_newsletter.delay_days
                or (other_newsletter.delay_days = this_newsletter.delay_days and other.newsletter_id < newsletter_recipients.newsletter_id)
              )
            )
          )
      )`,
    )
    .execute()
}
