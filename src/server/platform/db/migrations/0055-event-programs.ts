import type { PhasedMigration } from '../migration-phase.ts'

/** The program and the promotion code of a reported sale. */
export const eventPrograms: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const column of ['program', 'promo_code'])
      await db.schema.alterTable('earning_events').addColumn(column, 'text').execute()
  },
}
