import type { PhasedMigration } from '../migration-phase.ts'

/** The owner's statements about the rules of a program. */
export const programRules: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const name of ['price_reason', 'rules_read_on'])
      await db.schema
        .alterTable('programs')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute()
  },
}
