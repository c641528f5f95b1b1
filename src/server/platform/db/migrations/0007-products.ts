import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { AnyDb } from './columns.ts'

/** Versions for conflict detection, slugs of deleted categories, gapless positions, and list indexes without deleted products. */
export const products: Migration = {
  async up(db) {
    await db.schema
      .alterTable('products')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    // Deleting a category frees its slug; this column stores it for undo.
    await db.schema.alterTable('categories').addColumn('deleted_slug', 'text').execute()

    await numberPositions(db, 'products')
    await numberPositions(db, 'categories')

    await db.schema.dropIndex('products_by_is_active_position_id').execute()
    await db.schema.dropIndex('products_by_is_active_category_position_id').execute()
    await liveIndex(db, 'status', ['is_active', 'position', 'id'])
    await liveIndex(db, 'status_and_category', ['is_active', 'category', 'position', 'id'])
    await liveIndex(db, 'position', ['position', 'id', 'is_active', 'category'])
    await liveIndex(db, 'category', ['category', 'position', 'id', 'is_active'])
    await liveIndex(db, 'price', ['price_minor', 'id', 'is_active', 'category'])
    await liveIndex(db, 'change', ['updated_at', 'id', 'is_active', 'category'])
    await db.schema
      .createIndex('live_products_by_name')
      .on('products')
      .expression(sql`lower(name)`)
      .column('id')
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  },
}

/** Renumbers the positions from 1 without gaps, in the same order. */
async function numberPositions(db: AnyDb, table: string): Promise<void> {
  await sql`update ${sql.table(table)} set position = ranked.place
    from (select id, row_number() over (order by position, id) as place from ${sql.table(table)}
      where deleted_at is null) as ranked
    where ranked.id = ${sql.ref(`${table}.id`)}`.execute(db)
}

async function liveIndex(db: AnyDb, name: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`live_products_by_${name}`)
    .on('products')
    // SQLite reads only the index if it covers every column of the query.
    .columns([...columns, 'deleted_at'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}
