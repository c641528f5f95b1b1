import type { PhasedMigration } from '../migration-phase.ts'

/** Adds the fraction of a reported commission beyond whole minor units; 0 for earlier records. */
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
