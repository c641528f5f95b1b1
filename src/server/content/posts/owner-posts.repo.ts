import { sql } from 'kysely'
import type {
  EditablePost,
  OwnerPostListQuery,
  OwnerPostSummary,
  PostInput,
  PostStatus,
  PostSummary,
} from '../../../contract/posts.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { hasWords } from '../../platform/db/search-index.ts'
import { summaries, toPostSummary } from './posts.repo.ts'

export type OwnerPostFilter = Omit<OwnerPostListQuery, 'page' | 'limit'> & { now: string }

/** How many posts, drafts included, a filter leaves. */
export async function countOwnerPosts(db: Db, filter: OwnerPostFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The ids of the posts that a filter leaves, in its order; all of them without a window. */
export async function listOwnerPostIds(
  db: Db,
  filter: OwnerPostFilter,
  window?: { limit: number; offset: number },
): Promise<number[]> {
  const sort = filter.sort ?? 'updatedAt'
  const direction = filter.direction ?? (sort === 'title' ? 'asc' : 'desc')
  const rows = await matching(db, filter)
    .select('posts.id')
    .$if(sort === 'title', (query) => query.orderBy(sql`lower(posts.title)`, direction))
    .$if(sort === 'updatedAt', (query) => query.orderBy('posts.updated_at', direction))
    // A draft counts as older than every date, in either database.
    .$if(sort === 'publishedAt' && direction === 'asc', (query) =>
      query.orderBy('posts.published_at', (order) => order.asc().nullsFirst()),
    )
    .$if(sort === 'publishedAt' && direction === 'desc', (query) =>
      query.orderBy('posts.published_at', (order) => order.desc().nullsLast()),
    )
    .orderBy('posts.id', direction)
    .$if(window !== undefined, (query) => query.limit(window!.limit).offset(window!.offset))
    .execute()
  return rows.map((row) => row.id)
}

/** The posts of `ids`, in their order. */
export async function readOwnerPosts(db: Db, ids: number[], now: string): Promise<OwnerPostSummary[]> {
  if (ids.length === 0) return []
  const rows = await summaries(db).select('posts.version').where('posts.id', 'in', ids).execute()
  const posts = new Map(rows.map((row) => [row.id, withState(toPostSummary(row), row.version, now)]))
  return ids.flatMap((id) => posts.get(id) ?? [])
}

/** A post as it is stored, whether or not it is published. */
export async function findEditablePost(db: Db, id: number, now: string): Promise<EditablePost | undefined> {
  const row = await summaries(db)
    .select(['posts.content', 'posts.version'])
    .where('posts.id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...withState(toPostSummary(row), row.version, now), content: row.content }
}

/** The fields of a row that its owner writes. */
export function toPostInput(row: Row<'posts'>): PostInput {
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    content: row.content,
    coverImage: row.cover_image,
    imageAlt: row.image_alt,
    isPinOptimized: Boolean(row.is_pin_optimized),
    pinText: row.pin_text,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    keywords: row.keywords,
    categoryId: row.category_id,
    isFeatured: Boolean(row.is_featured),
    publishedAt: row.published_at,
  }
}

export function statusOf(publishedAt: string | null, now: string): PostStatus {
  if (publishedAt === null) return 'draft'
  return publishedAt > now ? 'scheduled' : 'published'
}

function withState(summary: PostSummary, version: number, now: string): OwnerPostSummary {
  return { ...summary, version, status: statusOf(summary.publishedAt, now) }
}

function matching(db: Db, { q, status, categoryId, now }: OwnerPostFilter) {
  return db
    .selectFrom('posts')
    .where('posts.deleted_at', 'is', null)
    .$if(status === 'draft', (query) => query.where('posts.published_at', 'is', null))
    .$if(status === 'scheduled', (query) => query.where('posts.published_at', '>', now))
    .$if(status === 'published', (query) => query.where('posts.published_at', '<=', now))
    .$if(categoryId !== undefined, (query) => query.where('posts.category_id', '=', categoryId!))
    .$if(Boolean(q), (query) => query.where(hasWords(db, 'posts', q!)))
}
