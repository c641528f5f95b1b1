import { sql } from 'kysely'
import type { LetterRecipient, RecipientState } from '../../../contract/letters.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'

type Filter = {
  letterId: number
  q?: string | undefined
  state?: RecipientState | undefined
  outcome?: 'bounced' | 'complained' | 'unsubscribed' | undefined
}

/** The recipients of a letter. */
export const recipientList = createRowList({
  table: 'letter_recipients',
  matching: (db, { letterId, q, state, outcome }: Filter) =>
    db
      .selectFrom('letter_recipients')
      .where('letter_recipients.letter_id', '=', letterId)
      .$if(q !== undefined && q !== '', (query) => query.where(contains([sql.ref('letter_recipients.email')], q!)))
      .$if(state !== undefined, (query) => query.where('letter_recipients.state', '=', state!))
      .$if(outcome === 'bounced', (query) => query.where('letter_recipients.bounce', 'in', ['hard', 'soft']))
      .$if(outcome === 'complained', (query) => query.where('letter_recipients.bounce', '=', 'complaint'))
      .$if(outcome === 'unsubscribed', (query) => query.where('letter_recipients.unsubscribed_at', 'is not', null)),
  sorts: {
    email: (direction) => [sql`letter_recipients.email ${direction}`],
    settledAt: (direction) => [sql`letter_recipients.settled_at ${direction}`],
  },
  defaultSort: 'email',
  descending: ['settledAt'],
  read: readRecipients,
})

async function readRecipients(db: Db, ids: number[]): Promise<LetterRecipient[]> {
  const rows = await db.selectFrom('letter_recipients').selectAll().where('id', 'in', ids).execute()
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
