import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Delivery reports of mail providers, and the addresses to which they are sent. */
export const deliveryReports: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .createTable('delivery_reports')
      .addColumn('source', 'text', required())
      .addColumn('event_id', 'text', required())
      .addColumn('received_at', time, required())
      .addPrimaryKeyConstraint('delivery_reports_pk', ['source', 'event_id'])
      .execute()
    await index(db, 'delivery_reports', ['received_at'])
    await db.schema
      .createTable('mail_hooks')
      .addColumn('provider', 'text', (column) => column.primaryKey())
      .addColumn('secret_hash', 'text', required('unique'))
      .addColumn('secret_sealed', 'text', required())
      .addColumn('key_sealed', 'text')
      .addColumn('created_at', time, required())
      .addColumn('last_report_at', time)
      .addColumn('reports', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('error', 'text')
      .addColumn('error_at', time)
      .execute()
  },
}
