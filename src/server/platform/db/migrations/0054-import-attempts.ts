import type { PhasedMigration } from '../migration-phase.ts'

/** Attempts at the current step of an import that have started and not ended. */
export const importAttempts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('earning_imports')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
