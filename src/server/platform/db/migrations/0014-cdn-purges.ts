import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** Purges that a CDN has not confirmed twice yet: at most one row for each cache tag. */
export const cdnPurges: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time, flag } = columns(db)
    await db.schema
      .createTable('cdn_purges')
      .addColumn('tag', 'text', (column) => column.primaryKey())
      .addColumn('version', 'integer', required())
      .addColumn('attempts', 'integer', required())
      .addColumn('next_at', time, required())
      .addColumn('is_repeat', flag, required())
      .execute()
  },
}
