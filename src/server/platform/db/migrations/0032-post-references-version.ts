import type { PhasedMigration } from '../migration-phase.ts'

/**
 * The version of a post whose references are stored; null, or another version, for one that an earlier program wrote. Those are
 * stored at the next start, and every hour.
 */
export const postReferencesVersion: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('posts').addColumn('references_version', 'integer').execute()
  },
}
