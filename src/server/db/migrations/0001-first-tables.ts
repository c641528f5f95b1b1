import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dialectOf } from '../dialect.ts'

/** Everything the product's entities need. */
export const firstTables: Migration = {
  async up(db) {
    const { table, time, flag } = columns(db)

    await table('categories')
      .addColumn('slug', 'text', required('unique'))
      .addColumn('name', 'text', required())
      .addColumn('description', 'text', required())
      .addColumn('image_url', 'text', required())
      .addColumn('image_alt', 'text', required())
      .addColumn('position', 'integer', required())
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .execute()

    await table('posts')
      .addColumn('title', 'text', required())
      .addColumn('slug', 'text', required('unique'))
      .addColumn('excerpt', 'text', required())
      .addColumn('content', 'text', required())
      .addColumn('body_text', 'text', required())
      .addColumn('cover_image', 'text', required())
      .addColumn('image_alt', 'text', required())
      .addColumn('is_pin_optimized', flag, required())
      .addColumn('pin_text', 'text')
      .addColumn('meta_title', 'text')
      .addColumn('meta_description', 'text')
      .addColumn('keywords', 'text', required())
      .addColumn('category_id', 'integer', (column) => column.references('categories.id').onDelete('restrict'))
      .addColumn('is_featured', flag, required())
      .addColumn('published_at', time)
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await index(db, 'posts', ['published_at', 'id'])
    await index(db, 'posts', ['category_id', 'published_at', 'id'])
    await index(db, 'posts', ['is_featured', 'published_at', 'id'])
    await index(db, 'posts', ['cover_image'])

    await table('products')
      .addColumn('name', 'text', required())
      .addColumn('category', 'text', required())
      .addColumn('price_minor', 'integer', required())
      .addColumn('currency', 'text', required())
      .addColumn('image_url', 'text', required())
      .addColumn('image_alt', 'text', required())
      .addColumn('affiliate_link', 'text', required())
      .addColumn('is_active', flag, required())
      .addColumn('position', 'integer', required())
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .execute()
    await index(db, 'products', ['is_active', 'position', 'id'])
    await index(db, 'products', ['is_active', 'category', 'position', 'id'])

    await table('images')
      .addColumn('key', 'text', required('unique'))
      .addColumn('url', 'text', required('unique'))
      .addColumn('alt_text', 'text', required())
      .addColumn('width', 'integer', required())
      .addColumn('height', 'integer', required())
      .addColumn('widths', 'text', required())
      .addColumn('placeholder', 'text', required())
      .addColumn('created_at', time, required())
      .execute()

    await table('subscribers')
      .addColumn('email', 'text', required('unique'))
      .addColumn('name', 'text')
      .addColumn('is_active', flag, required())
      .addColumn('created_at', time, required())
      .execute()

    await table('contacts')
      .addColumn('name', 'text', required())
      .addColumn('email', 'text', required())
      .addColumn('subject', 'text', required())
      .addColumn('message', 'text', required())
      .addColumn('is_read', flag, required())
      .addColumn('is_spam', flag, required())
      .addColumn('created_at', time, required())
      .execute()

    await table('link_clicks')
      .addColumn('link_id', 'text', required())
      .addColumn('product_id', 'integer', (column) => column.references('products.id').onDelete('set null'))
      .addColumn('post_id', 'integer', (column) => column.references('posts.id').onDelete('set null'))
      .addColumn('clicked_at', time, required())
      .addColumn('filtered_reason', 'text')
      .execute()
    await index(db, 'link_clicks', ['clicked_at'])
    await index(db, 'link_clicks', ['product_id'])
    await index(db, 'link_clicks', ['post_id'])

    await table('conversions')
      .addColumn('link_id', 'text', required())
      .addColumn('product_id', 'integer', (column) => column.references('products.id').onDelete('set null'))
      .addColumn('revenue_minor', 'integer', required())
      .addColumn('converted_at', time, required())
      .execute()
    await index(db, 'conversions', ['converted_at'])
    await index(db, 'conversions', ['product_id'])

    await db.schema
      .createTable('daily_totals')
      .addColumn('day', 'text', required())
      .addColumn('product_id', 'integer', (column) => column.notNull().references('products.id').onDelete('cascade'))
      .addColumn('clicks', 'integer', required())
      .addColumn('filtered_clicks', 'integer', required())
      .addColumn('conversions', 'integer', required())
      .addColumn('revenue_minor', 'integer', required())
      .addPrimaryKeyConstraint('daily_totals_pk', ['day', 'product_id'])
      .execute()

    await table('users')
      .addColumn('username', 'text', required('unique'))
      .addColumn('password_hash', 'text', required())
      .addColumn('name', 'text', required())
      .addColumn('bio', 'text', required())
      .addColumn('image', 'text')
      .addColumn('is_demo', flag, required())
      .addColumn('created_at', time, required())
      .execute()

    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', time, required())
      .addColumn('expires_at', time, required())
      .execute()
    await index(db, 'sessions', ['user_id'])

    await db.schema
      .createTable('settings')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', required())
      .addColumn('updated_at', time, required())
      .execute()

    await db.schema
      .createTable('idempotency_keys')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('request_hash', 'text', required())
      .addColumn('status', 'integer', required())
      .addColumn('body', 'text', required())
      .addColumn('created_at', time, required())
      .execute()
    await index(db, 'idempotency_keys', ['created_at'])
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its day, not the typed one of now
type AnyDb = Kysely<any>

/** How each database writes a number that counts up, a moment and a yes or no. */
function columns(db: AnyDb) {
  const isSqlite = dialectOf(db) === 'sqlite'
  const id = (column: ColumnDefinitionBuilder) =>
    isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
  return {
    table: (name: string): CreateTableBuilder<string, never> =>
      db.schema.createTable(name).addColumn('id', 'integer', id) as CreateTableBuilder<string, never>,
    time: isSqlite ? sql`text` : sql`timestamptz(3)`,
    flag: isSqlite ? sql`integer` : sql`boolean`,
  }
}

function required(unique?: 'unique') {
  return (column: ColumnDefinitionBuilder) => (unique ? column.notNull().unique() : column.notNull())
}

async function index(db: AnyDb, table: string, columnNames: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columnNames.join('_')}`)
    .on(table)
    .columns(columnNames)
    .execute()
}
