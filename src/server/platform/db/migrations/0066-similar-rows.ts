import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** Staged rows that look like a sale which the ledger has under another identity. */
export const similarRows: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('earning_import_rows')
      .addColumn('is_similar', columns(db).flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .execute()
  },
}
