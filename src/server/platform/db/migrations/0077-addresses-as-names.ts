import type { PhasedMigration } from '../migration-phase.ts'

/** Removes addresses that earlier imports stored as names of subscribers, so that no mail greets with them. */
export const addressesAsNames: PhasedMigration = {
  phase: 'migrate',
  async up(db) {
    for (const table of ['subscribers', 'confirmations'] as const)
      await db.updateTable(table).set({ name: null }).where('name', 'like', '%@%').execute()
  },
}
