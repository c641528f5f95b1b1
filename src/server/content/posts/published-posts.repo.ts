import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Post, PostKind, PostSummary } from '../../../contract/content/posts.ts'
import { findBySpelling, findRedirectTarget } from '../../platform/db/redirects.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { modifiedAt, toPostSummary } from './post-columns.ts'
import { withKickers } from './post-kickers.repo.ts'
import { bodies, summaries, toPost } from './post-rows.ts'
import { isPublic } from './public-posts.repo.ts'

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
      .where(isPublic(now))
      .$call((query) => (isFeatured === undefined ? query : query.where('posts.is_featured', '=', isFeatured)))
      .$call((query) => (categoryId === undefined ? query : query.where('posts.category_id', '=', categoryId)))
      .$call((query) =>
        categorySlug === undefined
          ? query
          : query.where('posts.category_id', '=', (eb) =>
              eb.selectFrom('categories').select('categories.id').where('categories.slug', '=', categorySlug),
            ),
      ),
  sorts: { publishedAt: (direction) => [sql`posts.published_at ${direction}`] },
  defaultSort: 'publishedAt',
  descending: ['publishedAt'],
  read: readSummaries,
})

/** The posts of `ids`, in no particular order. */
async function readSummaries(db: Db, ids: number[]): Promise<PostSummary[]> {
  return withKickers(db, (await summaries(db).where('posts.id', 'in', ids).execute()).map(toPostSummary))
}

/** A published post as its page shows it. An earlier slug finds it too; its `slug` is then another. */
export function findPublishedPost(db: Db, slug: string, now: string): Promise<Post | undefined> {
  return findBySpelling(slug, (spelled) => findBySlug(db, spelled, now))
}

async function findBySlug(db: Db, slug: string, now: string): Promise<Post | undefined> {
  const post = await readPublished(db, now, sql`posts.slug = ${slug}`)
  if (post) return post
  const id = await findRedirectTarget(db, 'posts', slug)
  return id === undefined ? undefined : readPublished(db, now, sql`posts.id = ${id}`)
}

/** The newest published posts as their pages show them. */
export async function listNewestPosts(db: Db, now: string, limit: number): Promise<Post[]> {
  const rows = await bodies(db)
    .where(isPublic(now))
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
  return renderBodies(db, rows.map(toPost))
}

/** The newest posts that were published after `since` and until `until`, with the number of all of them. */
export async function listPostsBetween(
  db: Db,
  { since, until, limit }: { since: string; until: string; limit: number },
): Promise<{ posts: PostSummary[]; count: number }> {
  const matching = db.selectFrom('posts').where(isPublic(until)).where('posts.published_at', '>', since)
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const newest = matching.select('posts.id').orderBy('posts.published_at', 'desc').orderBy('posts.id', 'desc')
  const ids = (await newest.limit(limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return { posts: [], count: 0 }
  const byId = new Map((await readSummaries(db, ids)).map((post) => [post.id, post]))
  return { posts: ids.flatMap((id) => byId.get(id) ?? []), count: Number(count) }
}

/** Slug and date of the newest 50,000 published posts, as many as a sitemap may list. */
export async function listPostAddresses(
  db: Db,
  now: string,
): Promise<{ slug: string; updated_at: string; category_id: number | null }[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['slug', 'published_at', 'updated_at', 'category_id'])
    .where(isPublic(now))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50_000)
    .execute()
  return rows.map((row) => ({ ...row, updated_at: modifiedAt(row) }))
}

/** When the next scheduled post or page is due after `now`. */
export async function findNextPublication(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.min('published_at').as('next'))
    .where('published_at', '>', now)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.next ?? undefined
}

/** The kinds of what became public after `since` and until `until`. */
export async function listPublishedKinds(db: Db, since: string, until: string): Promise<PostKind[]> {
  const rows = await db
    .selectFrom('posts')
    .select('kind')
    .distinct()
    .where('published_at', '>', since)
    .where('published_at', '<=', until)
    .where('deleted_at', 'is', null)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function readPublished(db: Db, now: string, which: RawBuilder<SqlBool>): Promise<Post | undefined> {
  const rows = await bodies(db).where(which).where(isPublic(now)).execute()
  return (await renderBodies(db, rows.map(toPost)))[0]
}
