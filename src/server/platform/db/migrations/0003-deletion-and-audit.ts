import type { Migration } from 'kysely/migration'
import { columns, index, required } from './columns.ts'

/** Soft delete, and the audit log. */
export const deletionAndAudit: Migration = {
  async up(db) {
    const { table, time } = columns(db)
    for (const name of ['posts', 'categories', 'products', 'images', 'contacts', 'subscribers']) {
      await db.schema.alterTable(name).addColumn('deleted_at', time).execute()
    }
    await table('audit_log')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('method', 'text', required())
      .addColumn('path', 'text', required())
      .addColumn('subject', 'text', required())
      .addColumn('at', time, required())
      .execute()
    await index(db, 'audit_log', ['at'])
    await index(db, 'audit_log', ['user_id'])
  },
}
