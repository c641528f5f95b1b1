import type { PhasedMigration } from '../migration-phase.ts'
import { index } from './columns.ts'

/** The items of an import are counted by state for each look at its progress. */
export const importCounts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await index(db, 'site_import_items', ['import_id', 'type', 'state'])
  },
}
