import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/**
 * Newsletters, which are posts of a kind of their own: how each is sent, its recipients, addresses that get none,
 * and the attempts that count against the limits of the mail server.
 */
export const newsletters: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await db.schema
      .createTable('newsletters')
      .addColumn('post_id', 'integer', (column) => column.primaryKey().references('posts.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('newsletter'))
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('draft'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('sender_name', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('intro', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('audience', 'text', (column) => column.notNull().defaultTo('{"kind":"all"}'))
      .addColumn('source_post_id', 'integer', (column) => column.references('posts.id').onDelete('set null'))
      .addColumn('source_form', 'text')
      .addColumn('delay_days', 'integer')
      .addColumn('has_page', flag, (column) => column.notNull().defaultTo(sql.lit(true)))
      .addColumn('is_indexable', flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .addColumn('counts_clicks', flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .addColumn('scheduled_at', time)
      .addColumn('note', 'text')
      .addColumn('sent_subject', 'text')
      .addColumn('sent_preview', 'text')
      .addColumn('sent_html', 'text')
      .addColumn('sent_text', 'text')
      .addColumn('sent_content', 'text')
      .addColumn('started_at', time)
      .addColumn('finished_at', time)
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .execute()
    await index(db, 'newsletters', ['state', 'scheduled_at'])
    await index(db, 'newsletters', ['source_post_id'])

    await table('newsletter_recipients')
      .addColumn('newsletter_id', 'integer', (column) =>
        column.notNull().references('newsletters.post_id').onDelete('cascade'),
      )
      .addColumn('subscriber_id', 'integer', (column) => column.references('subscribers.id').onDelete('set null'))
      .addColumn('email', 'text', required())
      .addColumn('state', 'text', required())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_at', time, required())
      .addColumn('lease', 'text')
      .addColumn('first_attempt_at', time)
      .addColumn('settled_at', time)
      .addColumn('response', 'text')
      .addColumn('bounce', 'text')
      .addColumn('bounced_at', time)
      .addColumn('unsubscribed_at', time)
      .execute()
    await db.schema
      .createIndex('newsletter_recipients_once')
      .unique()
      .on('newsletter_recipients')
      .columns(['newsletter_id', 'email'])
      .execute()
    await index(db, 'newsletter_recipients', ['newsletter_id', 'state', 'next_at'])
    await index(db, 'newsletter_recipients', ['subscriber_id'])
    await index(db, 'newsletter_recipients', ['email'])

    await db.schema
      .createTable('suppressions')
      .addColumn('email', 'text', (column) => column.primaryKey())
      .addColumn('reason', 'text', required())
      .addColumn('source', 'text', required())
      .addColumn('detail', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('created_at', time, required())
      .execute()

    await db.schema
      .createTable('newsletter_attempts')
      .addColumn('minute', time, (column) => column.primaryKey())
      .addColumn('count', 'integer', required())
      .addColumn('paced_until', time, required())
      .execute()
  },
}
