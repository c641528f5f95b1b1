import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { required } from './columns.ts'

/** Page views as sums of days. `without rowid` stores them in the order of the key, so that a range of days is contiguous. */
export const pageViews: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const table = db.schema
      .createTable('page_views')
      .addColumn('day', 'text', required())
      .addColumn('path', 'text', required())
      .addColumn('kind', 'text', required())
      .addColumn('host', 'text', required())
      .addColumn('reason', 'text', required())
      .addColumn('is_demo', 'integer', required())
      .addColumn('views', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('page_views_key', ['day', 'path', 'kind', 'host', 'reason', 'is_demo'])
    await (dialectOf(db) === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
  },
}
