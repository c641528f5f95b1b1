import { sql } from 'kysely'
import type { NewsletterRecipient, RecipientState } from '../../../contract/audience/newsletters.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'

type Filter = {
  newsletterId: number
  q?: string | undefined
  state?: RecipientState | undefined
  outcome?: 'bounced' | 'complained' | 'unsubscribed' | undefined
}

/** The recipients of a newsletter. */
export const recipientList = createRowList({
  table: 'newsletter_recipients',
  matching: (db, { newsletterId, q, state, outcome }: Filter) =>
    db
      .selectFrom('newsletter_recipients')
      .where('newsletter_recipients.newsletter_id', '=', newsletterId)
      .$if(q !== undefined && q !== '', (query) => query.where(contains([sql.ref('newsletter_recipients.email')], q!)))
      .$if(state !== undefined, (query) => query.where('newsletter_recipients.state', '=', state!))
      .$if(outcome === 'bounced', (query) => query.where('newsletter_recipients.bounce', 'in', ['hard', 'soft']))
      .$if(outcome === 'complained', (query) => query.where('newsletter_recipients.bounce', '=', 'complaint'))
      .$if(outcome === 'unsubscribed', (query) => query.where('newsletter_recipients.unsubscribed_at', 'is not', null)),
  sorts: {
    email: (direction) => [sql`newsletter_recipients.email ${direction}`],
    settledAt: (direction) => [sql`newsletter_recipients.settled_at ${direction}`],
  },
  defaultSort: 'email',
  descending: ['settledAt'],
  read: readRecipients,
})

async function readRecipients(db: Db, ids: number[]): Promise<NewsletterRecipient[]> {
  const rows = await db.selectFrom('newsletter_recipients').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email.startsWith('#') ? '' : row.email,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === 'deferred' ? row.next_at : null,
    settledAt: row.settled_at,
    response: row.response ?? '',
    bounce: row.bounce,
    unsubscribedAt: row.unsubscribed_at,
  }))
}
