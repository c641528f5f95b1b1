import type { PhasedMigration } from '../migration-phase.ts'

/** The reply of a program whether it allows links in mails, with its day; '' for none. */
export const mailAnswers: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const name of ['mail_answer', 'mail_answered_on'])
      await db.schema
        .alterTable('programs')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute()
  },
}
