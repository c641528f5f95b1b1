import type { PhasedMigration } from '../migration-phase.ts'

/** Imports from the admin: where their files are, what the owner decided, and what was found. Null for those of the command. */
export const siteImportChoices: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const name of ['source', 'choices', 'survey', 'note_groups', 'error'])
      await db.schema.alterTable('site_imports').addColumn(name, 'text').execute()
  },
}
