import type { PhasedMigration } from '../migration-phase.ts'

/** The host that a passkey is bound to; the start fills it in for those of older versions. */
export const passkeyHosts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('passkeys').addColumn('host', 'text').execute()
  },
}
