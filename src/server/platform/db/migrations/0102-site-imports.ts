import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Imports of other sites: each of their items with what it became, to continue, repeat and undo an import. */
export const siteImports: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await table('site_imports')
      .addColumn('file_name', 'text', required())
      .addColumn('site_name', 'text', required())
      .addColumn('site_url', 'text', required())
      .addColumn('state', 'text', required())
      .addColumn('created_at', time, required())
      .addColumn('finished_at', time)
      .addColumn('undone_at', time)
      .execute()
    await table('site_import_items')
      .addColumn('import_id', 'integer', (column) => column.notNull().references('site_imports.id').onDelete('cascade'))
      .addColumn('type', 'text', required())
      .addColumn('source_key', 'text', required())
      .addColumn('name', 'text', required())
      .addColumn('content_hash', 'text', required())
      .addColumn('data', 'text', required())
      .addColumn('target', 'text')
      .addColumn('state', 'text', required())
      .addColumn('is_created', flag, required())
      .addColumn('ref_id', 'integer')
      .addColumn('ref_version', 'integer')
      .addColumn('notes', 'text', required())
      .execute()
    await index(db, 'site_import_items', ['import_id', 'type'])
    await db.schema.alterTable('own_redirects').addColumn('import_id', 'integer').execute()
    await index(db, 'own_redirects', ['import_id'])
  },
}
