import type { PhasedMigration } from '../migration-phase.ts'
import { columns } from './columns.ts'

/** When the mail of a newsletter was composed, and whether it counts clicks, since automatic newsletters are composed again. */
export const automaticMails: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time, flag } = columns(db)
    await db.schema.alterTable('newsletters').addColumn('composed_at', time).execute()
    await db.schema.alterTable('newsletters').addColumn('sent_counts_clicks', flag).execute()
  },
}
