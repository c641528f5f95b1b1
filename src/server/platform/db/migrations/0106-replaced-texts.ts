import type { PhasedMigration } from '../migration-phase.ts'

/** JSON of the texts that imports have changed, as they were before, to undo the change. */
export const replacedTexts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('site_import_items').addColumn('replaced', 'text').execute()
  },
}
