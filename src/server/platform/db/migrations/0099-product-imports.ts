import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Imports of products with the products that each wrote, to undo it. */
export const productImports: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time } = columns(db)
    await table('product_imports')
      .addColumn('file_name', 'text', required())
      .addColumn('created', 'integer', required())
      .addColumn('updated', 'integer', required())
      .addColumn('imported_at', time, required())
      .addColumn('undone_at', time)
      .addColumn('outcome', 'text')
      .execute()
    await table('product_import_rows')
      .addColumn('import_id', 'integer', (column) =>
        column.notNull().references('product_imports.id').onDelete('cascade'),
      )
      .addColumn('product_id', 'integer', required())
      .addColumn('version', 'integer', required())
      .addColumn('former_slug', 'text')
      .execute()
    await index(db, 'product_import_rows', ['import_id'])
  },
}
