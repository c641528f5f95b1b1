import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Addresses to which the networks of programs push sales, and the lookup of a conversion by the network's own id. */
export const pushedSales: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time } = columns(db)
    await table('postback_addresses')
      .addColumn('program_id', 'integer', (column) =>
        column.notNull().unique().references('programs.id').onDelete('cascade'),
      )
      .addColumn('secret_hash', 'text', required('unique'))
      .addColumn('secret_sealed', 'text', required())
      .addColumn('created_at', time, required())
      .addColumn('used_at', time)
      .execute()
    await index(db, 'conversions', ['conversion_id'])
  },
}
