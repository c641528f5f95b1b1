import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/**
 * Addresses to which the networks of programs push sales, accounts from which sales are fetched, and the lookup of a conversion by the
 * network's own id.
 */
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
    await table('earning_accounts')
      .addColumn('network', 'text', required('unique'))
      .addColumn('account_id', 'text', required())
      .addColumn('token_sealed', 'text', required())
      .addColumn('created_at', time, required())
      .addColumn('tried_at', time)
      .addColumn('sales', 'integer')
      .addColumn('error', 'text')
      .execute()
    await db.schema.alterTable('earning_imports').addColumn('fetched_from', 'text').execute()
  },
}
