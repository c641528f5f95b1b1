import type { PhasedMigration } from '../migration-phase.ts'
import { type AnyDb, columns, index, required } from './columns.ts'

/**
 * The ledger of sales, their present states, imports of reports and rules of attribution. No foreign keys: amounts outlive
 * deleted products and posts. Conversions from before are copied by the job `earnings`.
 */
export const earningsLedger: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await createLedger(db)
    await createImports(db)
    await columns(db)
      .table('earning_rules')
      .addColumn('kind', 'text', required())
      .addColumn('network', 'text', required())
      .addColumn('value', 'text', required())
      .addColumn('post_id', 'integer')
      .addColumn('product_id', 'integer')
      .addColumn('created_at', columns(db).time, required())
      .addUniqueConstraint('earning_rules_key', ['kind', 'network', 'value'])
      .execute()
  },
}

async function createLedger(db: AnyDb): Promise<void> {
  const { table, time } = columns(db)
  await table('earning_events')
    .addColumn('network', 'text', required())
    .addColumn('external_id', 'text', required())
    .addColumn('occurrence', 'integer', required())
    .addColumn('content_hash', 'text', required())
    .addColumn('original_id', 'integer')
    .addColumn('original_external_id', 'text')
    .addColumn('status', 'text', required())
    .addColumn('sale_minor', 'bigint')
    .addColumn('commission_minor', 'bigint', required())
    .addColumn('currency', 'text', required())
    .addColumn('clicked_at', 'text')
    .addColumn('ordered_at', 'text')
    .addColumn('posted_at', 'text')
    .addColumn('clicked_day', 'text')
    .addColumn('ordered_day', 'text')
    .addColumn('posted_day', 'text')
    .addColumn('click_ref', 'text')
    .addColumn('tracking_id', 'text')
    .addColumn('product_id', 'integer')
    .addColumn('advertiser', 'text')
    .addColumn('order_id', 'text')
    .addColumn('sku', 'text')
    .addColumn('product_name', 'text')
    .addColumn('quantity', 'integer')
    .addColumn('reason', 'text')
    .addColumn('origin', 'text', required())
    .addColumn('import_id', 'integer')
    .addColumn('file_row', 'integer')
    .addColumn('recorded_at', time, required())
    .addUniqueConstraint('earning_events_key', ['external_id', 'network', 'occurrence', 'content_hash'])
    .execute()
  await index(db, 'earning_events', ['import_id'])
  await index(db, 'earning_events', ['original_external_id'])

  await table('earning_sales')
    .addColumn('network', 'text', required())
    .addColumn('external_id', 'text', required())
    .addColumn('occurrence', 'integer', required())
    .addColumn('event_id', 'integer', required())
    .addColumn('event_count', 'integer', required())
    .addColumn('status', 'text', required())
    .addColumn('sale_minor', 'bigint', required())
    .addColumn('commission_minor', 'bigint', required())
    .addColumn('currency', 'text', required())
    .addColumn('clicked_day', 'text', required())
    .addColumn('ordered_day', 'text', required())
    .addColumn('posted_day', 'text', required())
    .addColumn('source', 'text')
    .addColumn('source_id', 'integer')
    .addColumn('product_id', 'integer')
    .addColumn('position', 'text')
    .addColumn('click_ref', 'text')
    .addColumn('tracking_id', 'text')
    .addColumn('sku', 'text')
    .addColumn('advertiser', 'text')
    .addUniqueConstraint('earning_sales_key', ['external_id', 'network', 'occurrence'])
    .execute()
  for (const day of ['clicked_day', 'ordered_day', 'posted_day']) await index(db, 'earning_sales', ['currency', day])
}

async function createImports(db: AnyDb): Promise<void> {
  const { table, time } = columns(db)
  await table('earning_imports')
    .addColumn('file_name', 'text', required())
    .addColumn('file_size', 'integer', required())
    .addColumn('file_hash', 'text')
    .addColumn('state', 'text', required())
    .addColumn('survey', 'text')
    .addColumn('choices', 'text')
    .addColumn('plan', 'text')
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('row_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('rows_done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', time, required())
    .addColumn('confirmed_at', time)
    .addColumn('finished_at', time)
    .execute()
  await index(db, 'earning_imports', ['state'])
  await db.schema
    .createTable('earning_import_chunks')
    .addColumn('import_id', 'integer', (column) =>
      column.notNull().references('earning_imports.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required())
    .addColumn('data', 'text', required())
    .addPrimaryKeyConstraint('earning_import_chunks_key', ['import_id', 'position'])
    .execute()
  await db.schema
    .createTable('earning_import_rows')
    .addColumn('import_id', 'integer', (column) =>
      column.notNull().references('earning_imports.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required())
    .addColumn('file_row', 'integer', required())
    .addColumn('external_id', 'text')
    .addColumn('content', 'text')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('earning_import_rows_key', ['import_id', 'position'])
    .execute()
  await index(db, 'earning_import_rows', ['import_id', 'external_id'])
  await db.schema
    .createTable('earning_import_links')
    .addColumn('import_id', 'integer', (column) =>
      column.notNull().references('earning_imports.id').onDelete('cascade'),
    )
    .addColumn('builds_on', 'integer', (column) =>
      column.notNull().references('earning_imports.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('earning_import_links_key', ['import_id', 'builds_on'])
    .execute()
  await index(db, 'earning_import_links', ['builds_on'])
  await db.schema
    .createTable('earning_mappings')
    .addColumn('header', 'text', (column) => column.primaryKey())
    .addColumn('choices', 'text', required())
    .addColumn('updated_at', time, required())
    .execute()
}
