import type { PhasedMigration } from '../migration-phase.ts'

/** What a text owes to a brand; null for nothing. */
export const postLabels: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const column of ['label', 'label_brand', 'label_sentence'])
      await db.schema.alterTable('posts').addColumn(column, 'text').execute()
  },
}
