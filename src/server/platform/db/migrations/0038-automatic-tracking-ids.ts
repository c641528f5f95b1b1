import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** Tracking IDs that a program gives to posts by itself. */
export const automaticTrackingIds: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { flag } = columns(db)
    await db.schema
      .alterTable('programs')
      .addColumn('gives_tracking_ids', flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .execute()
    await db.schema
      .alterTable('program_tracking_ids')
      .addColumn('is_automatic', flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .execute()
  },
}
