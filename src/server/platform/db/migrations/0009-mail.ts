import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dialectOf } from '../dialect.ts'
import { type AnyDb, columns, index, required } from './columns.ts'

/** The mail queue, double opt-in and unsubscribe tokens, and the reason why a message counts as spam. */
export const mail: Migration = {
  async up(db) {
    const { table, time } = columns(db)

    await table('mails')
      .addColumn('kind', 'text', required())
      .addColumn('to_address', 'text', required())
      .addColumn('from_address', 'text')
      .addColumn('reply_to', 'text')
      .addColumn('subject', 'text', required())
      .addColumn('text', 'text', required())
      .addColumn('html', 'text', required())
      .addColumn('unsubscribe_url', 'text')
      .addColumn('state', 'text', required())
      .addColumn('attempts', 'integer', required())
      .addColumn('next_at', time, required())
      .addColumn('error', 'text')
      .addColumn('created_at', time, required())
      .addColumn('sent_at', time)
      .execute()
    await index(db, 'mails', ['state', 'next_at'])
    await index(db, 'mails', ['created_at', 'id'])
    await index(db, 'mails', ['to_address', 'created_at'])

    await extendSubscribers(db)
    await table('consents')
      .addColumn('subscriber_id', 'integer', (column) =>
        column.notNull().references('subscribers.id').onDelete('cascade'),
      )
      .addColumn('act', 'text', required())
      .addColumn('source', 'text', required())
      .addColumn('text', 'text', required())
      .addColumn('at', time, required())
      .execute()
    await index(db, 'consents', ['subscriber_id'])

    await db.schema
      .createTable('confirmations')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('subscriber_id', 'integer', (column) =>
        column.notNull().references('subscribers.id').onDelete('cascade'),
      )
      .addColumn('name', 'text')
      .addColumn('created_at', time, required())
      .addColumn('expires_at', time, required())
      .execute()
    await index(db, 'confirmations', ['subscriber_id'])
    await index(db, 'confirmations', ['expires_at'])

    await db.schema.alterTable('contacts').addColumn('spam_reason', 'text').execute()
    await sql`update contacts set spam_reason = 'hidden-field' where is_spam = true`.execute(db)
    await index(db, 'contacts', ['is_spam', 'created_at', 'id'])
    await index(db, 'contacts', ['is_spam', 'is_read'])
  },
}

async function extendSubscribers(db: AnyDb): Promise<void> {
  const { time } = columns(db)
  await db.schema.alterTable('subscribers').addColumn('unconfirmed_at', time).execute()
  await db.schema.alterTable('subscribers').addColumn('unsubscribed_at', time).execute()
  await db.schema.alterTable('subscribers').addColumn('unsubscribe_token', 'text').execute()
  await sql`update subscribers set unsubscribed_at = created_at where is_active = false`.execute(db)
  const random =
    dialectOf(db) === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`replace(gen_random_uuid()::text, '-', '')`
  await sql`update subscribers set unsubscribe_token = ${random}`.execute(db)
  await db.schema
    .createIndex('subscribers_by_unsubscribe_token')
    .on('subscribers')
    .column('unsubscribe_token')
    .unique()
    .execute()
  await index(db, 'subscribers', ['created_at', 'id'])
}
