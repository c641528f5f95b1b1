import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Affiliate links, where each is used, what their checks found, and replacements that can be undone. */
export const linkHealth: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await table('links')
      .addColumn('url_hash', 'text', required('unique'))
      .addColumn('url', 'text', required())
      .addColumn('host', 'text', required())
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('new'))
      .addColumn('reason', 'text', (column) => column.notNull().defaultTo('none'))
      .addColumn('status', 'integer')
      .addColumn('final_url', 'text')
      .addColumn('chain', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('checked_at', time)
      .addColumn('due_on', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('requested_at', time)
      .addColumn('failed_days', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('last_failed_day', 'text')
      .addColumn('changed_at', time)
      .addColumn('acknowledged_at', time)
      .addColumn('unused_since', time)
      .addColumn('created_at', time, required())
      .execute()
    await index(db, 'links', ['due_on'])
    await index(db, 'links', ['state'])

    await db.schema
      .createTable('link_uses')
      .addColumn('link_id', 'integer', (column) => column.notNull().references('links.id').onDelete('cascade'))
      .addColumn('kind', 'text', required())
      .addColumn('ref_id', 'integer', required())
      .addColumn('place', 'text', required())
      .addPrimaryKeyConstraint('link_uses_key', ['link_id', 'kind', 'ref_id', 'place'])
      .execute()
    await index(db, 'link_uses', ['kind', 'ref_id'])

    await table('link_checks')
      .addColumn('link_id', 'integer', (column) => column.notNull().references('links.id').onDelete('cascade'))
      .addColumn('at', time, required())
      .addColumn('day', 'text', required())
      .addColumn('outcome', 'text', required())
      .addColumn('reason', 'text', required())
      .addColumn('status', 'integer')
      .addColumn('is_counted', flag, (column) => column.notNull().defaultTo(sql.lit(true)))
      .addColumn('is_settled', flag, (column) => column.notNull().defaultTo(sql.lit(true)))
      .execute()
    await index(db, 'link_checks', ['link_id'])
    await index(db, 'link_checks', ['day'])

    await table('link_replacements')
      .addColumn('from_url', 'text', required())
      .addColumn('to_url', 'text', required())
      .addColumn('created_at', time, required())
      .addColumn('undone_at', time)
      .execute()

    await db.schema
      .createTable('link_replacement_places')
      .addColumn('replacement_id', 'integer', (column) =>
        column.notNull().references('link_replacements.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', required())
      .addColumn('ref_id', 'integer', required())
      .addColumn('spots', 'text', required())
      .addPrimaryKeyConstraint('link_replacement_places_key', ['replacement_id', 'kind', 'ref_id'])
      .execute()
  },
}
