import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** When the owner of a session last proved who it is; null in sessions of before. */
export const sessionAuthentications: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('authenticated_at', columns(db).time).execute()
  },
}
