import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** Keyed hashes of erased addresses, which an import and a restore look at, and whose message taught the spam filter a host. */
export const erasures: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .createTable('erasures')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('erased_at', time, required())
      .addColumn('ended_at', time)
      .execute()
    await db.schema.alterTable('spam_rules').addColumn('sender', 'text').execute()
  },
}
