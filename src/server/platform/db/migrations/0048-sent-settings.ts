import type { PhasedMigration } from '../migration-phase.ts'

/** Sender name and note as they were when a newsletter began, so that changes of an automatic one wait with its text. */
export const sentSettings: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const column of ['sent_sender_name', 'sent_intro'])
      await db.schema.alterTable('newsletters').addColumn(column, 'text').execute()
  },
}
