import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Redirects that the owner adds. */
export const ownRedirects: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time } = columns(db)
    await table('own_redirects')
      .addColumn('from_address', 'text', required())
      .addColumn('to_address', 'text', required())
      .addColumn('hits', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('last_hit_at', time)
      .addColumn('created_at', time, required())
      .addColumn('deleted_at', time)
      .execute()
    await index(db, 'own_redirects', ['from_address'])
    await index(db, 'own_redirects', ['to_address'])
  },
}
