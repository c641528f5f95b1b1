import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** Which rows are demo content, and what was removed with them, so that the removal can be undone. */
export const demoRows: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .createTable('demo_rows')
      .addColumn('table_name', 'text', required())
      .addColumn('row_key', 'text', required())
      .addColumn('hash', 'text')
      .addColumn('removed_at', time)
      .addColumn('content', 'text')
      .addPrimaryKeyConstraint('demo_rows_key', ['table_name', 'row_key'])
      .execute()
  },
}
