import type { PhasedMigration } from '../migration-phase.ts'

/** The oldest program that may use the database, by its newest migration; empty until the first contraction. */
export const schemaCompatibility: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('schema_compatibility')
      .addColumn('oldest_program', 'text', (column) => column.primaryKey())
      .execute()
  },
}
