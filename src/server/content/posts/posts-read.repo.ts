import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EditablePost, OwnerPostSummary, Post, PostStatus, PostSummary } from '../../../contract/posts.ts'
import { pictureColumns } from '../../platform/db/picture-columns.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { hasWords } from '../../platform/db/search-index.ts'
import { findRedirectTarget } from '../redirects/redirects.repo.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { statusOf, summaryColumns, toPostSummary } from './post-columns.ts'

type PostFilter = {
  /** Separates published posts from scheduled ones. */
  now: string
  categorySlug?: string
  categoryId?: number
  isFeatured?: boolean
}

/** Published posts, newest first. */
export const publishedPosts = createRowList({
  table: 'posts',
  matching: (db, { now, categorySlug, categoryId, isFeatured }: PostFilter) =>
    db
      .selectFrom('posts')
      .where('posts.published_at', '<=', now)
      .where('posts.deleted_at', 'is', null)
      .$if(isFeatured !== undefined, (query) => query.where('posts.is_featured', '=', isFeatured!))
      .$if(categoryId !== undefined, (query) => query.where('posts.category_id', '=', categoryId!))
      .$if(categorySlug !== undefined, (query) =>
        query.where('posts.category_id', '=', (eb) =>
          eb.selectFrom('categories').select('categories.id').where('categories.slug', '=', categorySlug!),
        ),
      ),
  sorts: { publishedAt: (direction) => [sql`posts.published_at ${direction}`] },
  defaultSort: 'publishedAt',
  descending: ['publishedAt'],
  read: readSummaries,
})

type OwnerPostFilter = { now: string; q?: string; status: PostStatus | 'all'; categoryId?: number }

/** The owner's list of posts, drafts included. */
export const ownerPosts = createRowList({
  table: 'posts',
  matching: (db, { now, q, status, categoryId }: OwnerPostFilter) =>
    db
      .selectFrom('posts')
      .where('posts.deleted_at', 'is', null)
      .$if(status === 'draft', (query) => query.where('posts.published_at', 'is', null))
      .$if(status === 'scheduled', (query) => query.where('posts.published_at', '>', now))
      .$if(status === 'published', (query) => query.where('posts.published_at', '<=', now))
      .$if(categoryId !== undefined, (query) => query.where('posts.category_id', '=', categoryId!))
      .$if(Boolean(q), (query) => query.where(hasWords(db, 'posts', q!))),
  sorts: {
    updatedAt: (direction) => [sql`posts.updated_at ${direction}`],
    // A draft counts as older than every date, on either database.
    publishedAt: (direction) => [
      sql`(posts.published_at is not null) ${direction}`,
      sql`posts.published_at ${direction}`,
    ],
    title: (direction) => [sql`lower(posts.title) ${direction}`],
  },
  defaultSort: 'updatedAt',
  descending: ['updatedAt', 'publishedAt'],
  read: async (db, ids, { now }): Promise<OwnerPostSummary[]> => {
    const rows = await summaries(db).select('posts.version').where('posts.id', 'in', ids).execute()
    return rows.map((row) => ({
      ...toPostSummary(row),
      version: row.version,
      status: statusOf(row.published_at, now),
    }))
  },
})

/** The posts of `ids`, in no particular order. */
export async function readSummaries(db: Db, ids: number[]): Promise<PostSummary[]> {
  return (await summaries(db).where('posts.id', 'in', ids).execute()).map(toPostSummary)
}

/** A published post as its page shows it. An earlier slug finds it too; its `slug` is then another. */
export async function findPublishedPost(db: Db, slug: string, now: string): Promise<Post | undefined> {
  const post = await readPublished(db, now, sql`posts.slug = ${slug}`)
  if (post) return post
  const id = await findRedirectTarget(db, 'posts', slug)
  return id === undefined ? undefined : readPublished(db, now, sql`posts.id = ${id}`)
}

/** The newest published posts as their pages show them. */
export async function listNewestPosts(db: Db, now: string, limit: number): Promise<Post[]> {
  const rows = await bodies(db)
    .where('posts.published_at', '<=', now)
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
  return renderBodies(db, rows.map(toPost))
}

/** Any post as its page would show it now, draft or not. */
export async function findPreview(db: Db, id: number): Promise<Post | undefined> {
  const rows = await bodies(db).where('posts.id', '=', id).execute()
  return (await renderBodies(db, rows.map(toPost)))[0]
}

/** A post as it is stored, draft or not. */
export async function findEditablePost(db: Db, id: number, now: string): Promise<EditablePost | undefined> {
  const row = await bodies(db).select('posts.version').where('posts.id', '=', id).executeTakeFirst()
  return row && { ...toPost(row), version: row.version, status: statusOf(row.published_at, now) }
}

/** Slug and date of the newest 50,000 published posts, as many as a sitemap may list. */
export function listPostAddresses(
  db: Db,
  now: string,
): Promise<{ slug: string; updated_at: string; category_id: number | null }[]> {
  return db
    .selectFrom('posts')
    .select(['slug', 'updated_at', 'category_id'])
    .where('published_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('published_at', 'desc')
    .limit(50_000)
    .execute()
}

/** When the next scheduled post is due after `now`. */
export async function findNextPublication(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.min('published_at').as('next'))
    .where('published_at', '>', now)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.next ?? undefined
}

async function readPublished(db: Db, now: string, which: RawBuilder<SqlBool>): Promise<Post | undefined> {
  const rows = await bodies(db).where(which).where('posts.published_at', '<=', now).execute()
  return (await renderBodies(db, rows.map(toPost)))[0]
}

/** The columns of `toPostSummary`. */
function summaries(db: Db) {
  return db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .leftJoin('images', 'images.url', 'posts.cover_image')
    .select(summaryColumns)
    .select(pictureColumns)
}

/** The columns of `toPost`; deleted posts are excluded. */
function bodies(db: Db) {
  return summaries(db).select('posts.content').where('posts.deleted_at', 'is', null)
}

function toPost(row: Parameters<typeof toPostSummary>[0] & { content: string }): Post {
  return { ...toPostSummary(row), content: row.content }
}
