import { sql } from 'kysely'
import { LIST_MAX } from '../../../contract/limits.ts'
import type { Page } from '../../../contract/paths.ts'
import type { Post, PostSummary } from '../../../contract/posts.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import { findByWords, findSimilar, type SearchOptions } from '../../platform/db/search-index.ts'
import { findRedirectTarget } from '../redirects/redirects.repo.ts'

const summaryColumns = [
  'posts.id',
  'posts.title',
  'posts.slug',
  'posts.excerpt',
  'posts.cover_image',
  'posts.image_alt',
  'posts.is_pin_optimized',
  'posts.pin_text',
  'posts.meta_title',
  'posts.meta_description',
  'posts.keywords',
  'posts.category_id',
  'posts.is_featured',
  'posts.published_at',
  'posts.created_at',
  'posts.updated_at',
  'categories.name as category_name',
] as const

export type PostFilter = {
  /** Only what is published at this time. */
  now: string
  limit: number
  /** From 1. */
  page?: number
  categorySlug?: string
  categoryId?: number
  isFeatured?: boolean
}

/** Published posts, newest first. */
export async function listPosts(db: Db, filter: PostFilter): Promise<Page<PostSummary>> {
  const matching = published(db, filter)
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await summaries(db)
    // The ids come from an index alone; only the rows of this page are read.
    .where('posts.id', 'in', (eb) =>
      eb
        .selectFrom(
          matching
            .select('posts.id')
            .orderBy('posts.published_at', 'desc')
            .orderBy('posts.id', 'desc')
            .limit(filter.limit)
            .offset(((filter.page ?? 1) - 1) * filter.limit)
            .as('chosen'),
        )
        .select('chosen.id'),
    )
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .execute()
  return { items: rows.map(toPostSummary), total: Number(total) }
}

/** The published post that has a slug, or that had it before: then its `slug` is another. */
export async function findPostBySlug(db: Db, slug: string, now: string): Promise<Post | undefined> {
  const post = await findPublished(db, now, 'posts.slug', slug)
  if (post) return post
  const id = await findRedirectTarget(db, 'posts', slug)
  return id === undefined ? undefined : findPublished(db, now, 'posts.id', id)
}

/** Published posts with their bodies, newest first, for the feeds. */
export async function listFullPosts(db: Db, now: string, limit: number): Promise<Post[]> {
  const rows = await summaries(db)
    .select('posts.content')
    .where('posts.published_at', '<=', now)
    .where('posts.deleted_at', 'is', null)
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toPostSummary(row), content: row.content }))
}

/** Address and date of every published post, newest first. */
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

/** Published posts for a term, best first; for a term with a typo, those that look like it. */
export async function searchPosts(db: Db, term: string, now: string, limit: number): Promise<PostSummary[]> {
  return postsByIds(db, await findByWords(db, 'posts', term, searchOptions(now, limit)))
}

export async function searchSimilarPosts(db: Db, term: string, now: string, limit: number): Promise<PostSummary[]> {
  return postsByIds(db, await findSimilar(db, 'posts', term, searchOptions(now, limit)))
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

export async function createPost(db: Db, post: NewRow<'posts'>): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()
  return id
}

async function findPublished(
  db: Db,
  now: string,
  column: 'posts.slug' | 'posts.id',
  value: string | number,
): Promise<Post | undefined> {
  const row = await summaries(db)
    .select('posts.content')
    .where(column, '=', value)
    .where('posts.published_at', '<=', now)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...toPostSummary(row), content: row.content }
}

function searchOptions(now: string, limit: number): SearchOptions {
  return { limit: Math.min(limit, LIST_MAX), where: sql`posts.published_at <= ${now} and posts.deleted_at is null` }
}

async function postsByIds(db: Db, ids: number[]): Promise<PostSummary[]> {
  if (ids.length === 0) return []
  const rows = await summaries(db).where('posts.id', 'in', ids).execute()
  return rows.map(toPostSummary).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Posts with all that a `PostSummary` needs, to be read by `toPostSummary`. */
export function summaries(db: Db) {
  return db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .leftJoin('images', 'images.url', 'posts.cover_image')
    .select(summaryColumns)
    .select(pictureColumns)
}

function published(db: Db, { now, categorySlug, categoryId, isFeatured }: PostFilter) {
  return db
    .selectFrom('posts')
    .where('posts.published_at', '<=', now)
    .where('posts.deleted_at', 'is', null)
    .$if(isFeatured !== undefined, (query) => query.where('posts.is_featured', '=', isFeatured!))
    .$if(categoryId !== undefined, (query) => query.where('posts.category_id', '=', categoryId!))
    .$if(categorySlug !== undefined, (query) =>
      query.where('posts.category_id', '=', (eb) =>
        eb.selectFrom('categories').select('categories.id').where('categories.slug', '=', categorySlug!),
      ),
    )
}

export type SummaryRow = Omit<Row<'posts'>, 'content' | 'body_text' | 'version' | 'deleted_at' | 'deleted_slug'> & {
  category_name: string | null
} & Parameters<typeof toPicture>[0]

export function toPostSummary(row: SummaryRow): PostSummary {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    coverImage: row.cover_image,
    imageAlt: row.image_alt,
    isPinOptimized: Boolean(row.is_pin_optimized),
    pinText: row.pin_text,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    keywords: row.keywords,
    categoryId: row.category_id,
    categoryName: row.category_name,
    isFeatured: Boolean(row.is_featured),
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    picture: toPicture(row),
  }
}
