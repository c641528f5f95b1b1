import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'

/** Partial indexes of what came back, so that the numbers of newsletters need not read every recipient. */
export const recipientOutcomes: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const [name, column] of [
      ['newsletter_recipients_bounced', 'bounce'],
      ['newsletter_recipients_left', 'unsubscribed_at'],
    ] as const)
      await sql`create index ${sql.ref(name)} on newsletter_recipients (newsletter_id, ${sql.ref(column)})
        where ${sql.ref(column)} is not null`.execute(db)
  },
}
