import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Links of newsletters that count clicks, the sums of each, and requests that are not yet told apart from those of scanners. */
export const newsletterClicks: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .createTable('newsletter_links')
      .addColumn('newsletter_id', 'integer', (column) =>
        column.notNull().references('newsletters.post_id').onDelete('cascade'),
      )
      .addColumn('key', 'text', required())
      .addColumn('url', 'text', required())
      .addColumn('label', 'text', (column) => column.notNull().defaultTo(''))
      .addPrimaryKeyConstraint('newsletter_links_key', ['newsletter_id', 'key'])
      .execute()
    await db.schema
      .createTable('newsletter_click_sums')
      .addColumn('newsletter_id', 'integer', (column) =>
        column.notNull().references('newsletters.post_id').onDelete('cascade'),
      )
      .addColumn('link_key', 'text', required())
      .addColumn('reason', 'text', required())
      .addColumn('day', 'text', required())
      .addColumn('count', 'integer', required())
      .addPrimaryKeyConstraint('newsletter_click_sums_key', ['newsletter_id', 'link_key', 'reason', 'day'])
      .execute()
    await index(db, 'newsletter_click_sums', ['day'])
    await db.schema
      .createTable('newsletter_click_requests')
      .addColumn('recipient_id', 'integer', (column) =>
        column.notNull().references('newsletter_recipients.id').onDelete('cascade'),
      )
      .addColumn('link_key', 'text', required())
      .addColumn('reason', 'text', required())
      .addColumn('at', time, required())
      .addPrimaryKeyConstraint('newsletter_click_requests_key', ['recipient_id', 'link_key', 'reason'])
      .execute()
    await index(db, 'newsletter_click_requests', ['at'])
  },
}
