import type { Migration } from 'kysely/migration'
import { columns, required } from './columns.ts'

/** Revisions of products. */
export const productRevisions: Migration = {
  async up(db) {
    const { table, time } = columns(db)
    await table('product_revisions')
      .addColumn('product_id', 'integer', (column) => column.notNull().references('products.id').onDelete('cascade'))
      .addColumn('version', 'integer', required())
      .addColumn('product', 'text', required())
      .addColumn('created_at', time, required())
      .addUniqueConstraint('product_revisions_of_version', ['product_id', 'version'])
      .execute()
  },
}
