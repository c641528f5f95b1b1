import type { Migration } from 'kysely/migration'
import { columns, required } from './columns.ts'

/** Background jobs, one row each; the process that runs a job holds a lease on its row. */
export const jobs: Migration = {
  async up(db) {
    const { time, flag } = columns(db)
    await db.schema
      .createTable('jobs')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('next_at', time, required())
      .addColumn('is_asked', flag, required())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', time)
      .addColumn('attempts', 'integer', required())
      .addColumn('progress', 'text')
      .addColumn('last_started_at', time)
      .addColumn('last_finished_at', time)
      .addColumn('last_error', 'text')
      .execute()
  },
}
