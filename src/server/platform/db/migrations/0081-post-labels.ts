import type { PhasedMigration } from '../migration-phase.ts'

/** Adds the label of a text, which says what it owes to a brand; null for nothing. */
export const postLabels: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const column of ['label', 'label_brand', 'label_sentence'])
      await db.schema.alterTable('posts').addColumn(column, 'text').execute()
  },
}
