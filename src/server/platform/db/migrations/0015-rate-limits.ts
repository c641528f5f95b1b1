import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { required } from './columns.ts'

/** Token buckets that several instances share. Unlogged: they are written often and may be lost in a crash. */
export const rateLimits: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('tokens', 'double precision', required())
      .addColumn('granted', 'integer', required())
      .addColumn('updated_at', 'double precision', required())
      .execute()
    if (dialectOf(db) === 'postgres') await sql`alter table rate_limits set unlogged`.execute(db)
    await db.schema.createIndex('rate_limits_by_updated_at').on('rate_limits').column('updated_at').execute()
  },
}
