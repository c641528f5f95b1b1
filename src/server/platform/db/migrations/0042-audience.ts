import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Where subscribers signed up, which newsletters they want, their tags, and the one reminder to confirm. */
export const audience: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .alterTable('subscribers')
      .addColumn('source', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('subscribers')
      .addColumn('frequency', 'text', (column) => column.notNull().defaultTo('all'))
      .execute()
    await db.schema.alterTable('subscribers').addColumn('confirmation_resent_at', time).execute()
    await index(db, 'subscribers', ['unconfirmed_at'])
    await index(db, 'subscribers', ['is_active', 'frequency', 'created_at'])
    await index(db, 'subscribers', ['source', 'created_at'])
    await db.schema
      .createTable('subscriber_tags')
      .addColumn('subscriber_id', 'integer', (column) =>
        column.notNull().references('subscribers.id').onDelete('cascade'),
      )
      .addColumn('tag', 'text', required())
      .addPrimaryKeyConstraint('subscriber_tags_key', ['subscriber_id', 'tag'])
      .execute()
    await index(db, 'subscriber_tags', ['tag', 'subscriber_id'])
  },
}
