import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** The hashed files of the builds that serve this database, for requests to an instance of another build. */
export const sharedAssets: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .createTable('shared_assets')
      .addColumn('path', 'text', (column) => column.notNull().primaryKey())
      .addColumn('type', 'text', required())
      .addColumn('body', dialectOf(db) === 'sqlite' ? sql`blob` : sql`bytea`, required())
      .addColumn('replaced_at', time)
      .execute()
  },
}
