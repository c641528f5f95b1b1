import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** When a sign-up exceeded the limit of mails, until its first confirmation is sent. */
export const owedConfirmations: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('subscribers').addColumn('confirmation_owed_at', columns(db).time).execute()
    await sql`create index subscribers_confirmation_owed on subscribers (confirmation_owed_at)
      where confirmation_owed_at is not null`.execute(db)
  },
}
