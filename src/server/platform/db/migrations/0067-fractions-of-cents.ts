import type { PhasedMigration } from '../migration-phase.ts'

/** What a reported commission has beyond whole minor units; 0 for what was recorded before. */
export const fractionsOfCents: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const table of ['earning_events', 'earning_sales'])
      await db.schema
        .alterTable(table)
        .addColumn('commission_rest', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
  },
}
