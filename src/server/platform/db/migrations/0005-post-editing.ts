import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { hostOf } from '../host-of.ts'
import { type AnyDb, columns, index, required } from './columns.ts'

/** Revisions, redirects from earlier slugs, and list indexes without deleted posts. */
export const postEditing: Migration = {
  async up(db) {
    const { table, time } = columns(db)

    // Deleting a post frees its slug; this column stores it for undo.
    await db.schema.alterTable('posts').addColumn('deleted_slug', 'text').execute()
    await replaceListIndexes(db)
    await index(db, 'products', ['affiliate_link'])
    const host = hostOf(db, 'affiliate_link')
    await sql`create index products_by_affiliate_host on products (${host}, is_active, deleted_at)`.execute(db)

    await table('post_revisions')
      .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('version', 'integer', required())
      .addColumn('title', 'text', required())
      .addColumn('words', 'integer', required())
      .addColumn('post', 'text', required())
      .addColumn('created_at', time, required())
      .addUniqueConstraint('post_revisions_of_version', ['post_id', 'version'])
      .execute()

    await table('redirects')
      .addColumn('kind', 'text', required())
      .addColumn('from_slug', 'text', required())
      .addColumn('target_id', 'integer', required())
      .addColumn('created_at', time, required())
      .addUniqueConstraint('redirects_from', ['kind', 'from_slug'])
      .execute()
  },
}

/** Partial indexes without deleted posts, which cover every column that lists filter and sort by. */
async function replaceListIndexes(db: AnyDb): Promise<void> {
  for (const columnNames of ['published_at_id', 'category_id_published_at_id', 'is_featured_published_at_id']) {
    await db.schema.dropIndex(`posts_by_${columnNames}`).execute()
  }
  await liveIndex(db, ['published_at', 'id', 'deleted_at'])
  await liveIndex(db, ['category_id', 'published_at', 'id', 'deleted_at'])
  await liveIndex(db, ['is_featured', 'published_at', 'id', 'deleted_at'])
  await liveIndex(db, ['updated_at', 'id', 'published_at', 'category_id', 'deleted_at'])
  await db.schema
    .createIndex('live_posts_by_title')
    .on('posts')
    .expression(sql`lower(title)`)
    .column('id')
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}

async function liveIndex(db: AnyDb, columnNames: string[]): Promise<void> {
  await db.schema
    .createIndex(`live_posts_by_${columnNames.slice(0, -1).join('_')}`)
    .on('posts')
    .columns(columnNames)
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}
