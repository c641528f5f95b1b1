import type { PhasedMigration } from '../migration-phase.ts'
import { index } from './columns.ts'

/** The newsletter of a suppression, and the topic of Amazon SNS whose messages count. */
export const deliveryReportDetails: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('suppressions').addColumn('newsletter_id', 'integer').execute()
    await index(db, 'suppressions', ['newsletter_id'])
    await db.schema.alterTable('mail_hooks').addColumn('topic_arn', 'text').execute()
  },
}
