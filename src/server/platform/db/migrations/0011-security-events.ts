import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Merged entries of the audit log, and https for pictures, which browsers would not load over http. */
export const securityEvents: Migration = {
  async up(db) {
    await db.schema
      .alterTable('audit_log')
      .addColumn('times', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await db.schema.alterTable('audit_log').addColumn('merge_key', 'text').execute()
    await db.schema.createIndex('audit_log_by_merge_key').unique().on('audit_log').column('merge_key').execute()
    for (const [table, column] of [
      ['posts', 'cover_image'],
      ['products', 'image_url'],
      ['categories', 'image_url'],
    ] as const) {
      const url = sql.ref(column)
      await sql`update ${sql.table(table)} set ${url} = 'https://' || substr(${url}, 8)
        where lower(substr(${url}, 1, 7)) = 'http://'`.execute(db)
    }
    // The values are JSON.
    await sql`update settings set value = '"https://' || substr(value, 9)
      where key in ('heroImage', 'aboutImage') and lower(substr(value, 1, 8)) = '"http://'`.execute(db)
  },
}
