import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** Counts how often the former address of something renamed is requested. */
export const hitsOfRenames: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('redirects')
      .addColumn('hits', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('redirects').addColumn('last_hit_at', columns(db).time).execute()
  },
}
