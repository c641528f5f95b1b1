import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { type AnyDb, columns, required } from './columns.ts'

/** Pages and templates, drafts without rules, working copies of public posts, and links to previews. */
export const postDrafts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time } = columns(db)
    const posts = () => db.schema.alterTable('posts')
    await posts()
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('post'))
      .execute()
    await posts().addColumn('draft_slug', 'text').execute()
    await posts().addColumn('draft_key', 'text').execute()
    await posts().addColumn('planned_at', time).execute()
    await db.schema.createIndex('posts_by_draft_key').unique().on('posts').column('draft_key').execute()
    await replaceListIndexes(db)

    await db.schema
      .createTable('post_drafts')
      .addColumn('post_id', 'integer', (column) => column.primaryKey().references('posts.id').onDelete('cascade'))
      .addColumn('title', 'text', required())
      .addColumn('draft', 'text', required())
      .addColumn('updated_at', time, required())
      .execute()

    await db.schema.alterTable('post_revisions').addColumn('kind', 'text').execute()

    await table('preview_links')
      .addColumn('token_hash', 'text', required('unique'))
      .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('created_at', time, required())
      .addColumn('expires_at', time, required())
      .execute()
    await db.schema.createIndex('preview_links_by_post_id').on('preview_links').column('post_id').execute()
  },
}

/** The same indexes as before, which older versions go on using, with the kind at their end. */
async function replaceListIndexes(db: AnyDb): Promise<void> {
  const lists = [
    ['published_at', 'id'],
    ['category_id', 'published_at', 'id'],
    ['is_featured', 'published_at', 'id'],
    ['updated_at', 'id', 'published_at', 'category_id'],
  ]
  for (const list of lists) {
    const name = `live_posts_by_${list.join('_')}`
    await db.schema.dropIndex(name).execute()
    await liveIndex(db, name, [...list, 'deleted_at', 'kind'])
  }
  await db.schema.dropIndex('live_posts_by_title').execute()
  await liveIndex(db, 'live_posts_by_title', [sql`lower(title)`, 'id', 'kind'])
  await db.schema
    .createIndex('deleted_posts')
    .on('posts')
    .columns(['deleted_at', 'id', 'kind'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute()
}

async function liveIndex(db: AnyDb, name: string, list: (string | ReturnType<typeof sql>)[]): Promise<void> {
  let index = db.schema.createIndex(name).on('posts')
  for (const part of list) index = typeof part === 'string' ? index.column(part) : index.expression(part)
  await index.where(sql.ref('deleted_at'), 'is', null).execute()
}
