import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** Adds newsletters that go out with their post, the text that they took from it, and the day on which an idea is planned. */
export const planning: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time, flag } = columns(db)
    await db.schema
      .alterTable('newsletters')
      .addColumn('goes_with_post', flag, (column) => column.notNull().defaultTo(sql.lit(false)))
      .execute()
    await db.schema.alterTable('newsletters').addColumn('source_text', 'text').execute()
    await db.schema.alterTable('newsletters').addColumn('source_taken_at', time).execute()
    await db.schema.alterTable('posts').addColumn('idea_on', 'text').execute()
  },
}
