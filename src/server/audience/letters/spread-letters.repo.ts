import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

const HOUR = 60 * 60 * 1000
/** Between two automatic letters to a subscriber: less than a day, since the first may have been late. */
const LEAST = 20 * HOUR
const LATER = 4 * HOUR

/**
 * Postpones letters of a series that are due within a day of another one to the same subscriber, as after an outage of the
 * mail server: the one of the earlier day goes first. Call it in the transaction that leases recipients.
 */
export async function spreadLetters(db: Db, now: string): Promise<void> {
  const from = (offset: number) => new Date(Date.parse(now) + offset).toISOString()
  await db
    .updateTable('letter_recipients')
    .set({ next_at: from(LATER) })
    .where('letter_id', 'in', (eb) =>
      eb
        .selectFrom('letters')
        .select('post_id')
        .where('kind', 'in', ['welcome', 'series'])
        .where('state', '=', 'sending'),
    )
    .where('state', 'in', ['waiting', 'deferred'])
    .where('lease', 'is', null)
    .where('next_at', '<=', now)
    .where(
      sql<boolean>`exists (
        select 1 from letter_recipients other
        join letters other_letter on other_letter.post_id = other.letter_id
        join letters this_letter on this_letter.post_id = letter_recipients.letter_id
        where other.subscriber_id = letter_recipients.subscriber_id
          and other.letter_id <> letter_recipients.letter_id
          and other_letter.kind in ('welcome', 'series')
          and (
            other.state = 'sending'
            or (other.state in ('accepted', 'in-doubt') and other.settled_at > ${from(-LEAST)})
            or (other.state in ('waiting', 'deferred') and other.lease is not null)
            or (
              other_letter.state = 'sending'
              and (other.state = 'deferred' or (other.state = 'waiting' and other.next_at <= ${now}))
              and (
                other_letter.delay_days < this_letter.delay_days
                or (other_letter.delay_days = this_letter.delay_days and other.letter_id < letter_recipients.letter_id)
              )
            )
          )
      )`,
    )
    .execute()
}
