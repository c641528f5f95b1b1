import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** Addresses without a page that readers requested. */
export const missingPages: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await table('missing_pages')
      .addColumn('address', 'text', required('unique'))
      .addColumn('hits', 'integer', required())
      .addColumn('first_at', time, required())
      .addColumn('last_at', time, required())
      .addColumn('referrer', 'text', required())
      .addColumn('is_ignored', flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .execute()
  },
}
