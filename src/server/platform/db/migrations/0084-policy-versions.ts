import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** The texts that the privacy policy and the affiliate disclosure have had. */
export const policyVersions: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time } = columns(db)
    await table('policy_versions')
      .addColumn('page', 'text', required())
      .addColumn('version', 'text', required())
      .addColumn('hash', 'text', required())
      .addColumn('title', 'text', required())
      .addColumn('content', 'text', required())
      .addColumn('created_at', time, required())
      .addUniqueConstraint('policy_versions_page_version', ['page', 'version'])
      .execute()
  },
}
