import type { PhasedMigration } from '../migration-phase.ts'

/** The client network of an unconfirmed sign-up as a keyed hash, for the limit of its reminder. */
export const signUpNetworks: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('subscribers').addColumn('sign_up_network', 'text').execute()
  },
}
