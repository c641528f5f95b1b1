import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** Affiliate programs, their tracking IDs given to posts and categories, and the placement of clicks. */
export const programs: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await table('programs')
      .addColumn('network', 'text', required())
      .addColumn('key', 'text', required())
      .addColumn('name', 'text', required())
      .addColumn('advertiser', 'text', required())
      .addColumn('hosts', 'text', required())
      .addColumn('tracking_ids', 'text', required())
      .addColumn('sub_id_parameter', 'text', required())
      .addColumn('allows_sub_ids', flag, required())
      .addColumn('currency', 'text', required())
      .addColumn('disclosure', 'text', required())
      .addColumn('hide_price_hours', 'integer')
      .addColumn('replaces_mail_links', flag, required())
      .addColumn('product_links', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('post_links', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('is_edited', flag, required())
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await db.schema.createIndex('programs_by_network_key').unique().on('programs').columns(['network', 'key']).execute()

    await table('program_tracking_ids')
      .addColumn('program_id', 'integer', (column) => column.notNull().references('programs.id').onDelete('cascade'))
      .addColumn('tracking_id', 'text', required())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('post', 'category')`))
      .addColumn('ref_id', 'integer', required())
      .execute()
    await db.schema
      .createIndex('program_tracking_ids_by_ref')
      .unique()
      .on('program_tracking_ids')
      .columns(['program_id', 'kind', 'ref_id'])
      .execute()

    await db.schema.alterTable('link_clicks').addColumn('placement', 'text').execute()
  },
}
