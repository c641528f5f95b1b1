import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type BuiltInPage, builtInPages } from '../../../contract/content/built-in-pages.ts'
import { firstSentences } from '../../../contract/content/opening.ts'
import type { BuiltInPageState, Page, PageHit } from '../../../contract/content/pages.ts'
import { toPostLabel } from '../../../contract/content/post-labels.ts'
import type { PostSummary } from '../../../contract/content/posts.ts'
import { documentDescription } from '../../../contract/content/search-result.ts'
import { findBySpelling, findRedirectTarget } from '../../platform/db/redirects.ts'
import type { Db } from '../../platform/db/schema.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { modifiedAt, statusOf, toPostSummary } from './post-columns.ts'
import { withKickers } from './post-kickers.repo.ts'
import { bodies, summaries, toPost } from './post-rows.ts'
import { isPublic } from './public-posts.repo.ts'

/** A published page as visitors see it. An earlier slug finds it too; its `slug` is then another. */
export function findPublishedPage(db: Db, slug: string, now: string): Promise<Page | undefined> {
  return findBySpelling(slug, (spelled) => findBySlug(db, spelled, now))
}

async function findBySlug(db: Db, slug: string, now: string): Promise<Page | undefined> {
  const page = await readPublished(db, now, sql`posts.slug = ${slug}`)
  if (page) return page
  const id = await findRedirectTarget(db, 'posts', slug)
  return id === undefined ? undefined : readPublished(db, now, sql`posts.id = ${id}`)
}

/** Every slug that `findPublishedPage` finds. */
export async function listPageSlugs(db: Db, now: string): Promise<string[]> {
  const pages = db.selectFrom('posts').where(isPublic(now, 'page'))
  const moved = db
    .selectFrom('redirects')
    .innerJoin('posts', 'posts.id', 'redirects.target_id')
    .where('redirects.kind', '=', 'posts')
    .where(isPublic(now, 'page'))
  const [present, past] = await Promise.all([
    pages.select('posts.slug').execute(),
    moved.select('redirects.from_slug as slug').execute(),
  ])
  return [...present, ...past].map(({ slug }) => slug)
}

/** Slug and date of the published pages, for the sitemap. */
export async function listPageAddresses(db: Db, now: string): Promise<{ slug: string; updated_at: string }[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['posts.slug', 'posts.published_at', 'posts.updated_at'])
    .where(isPublic(now, 'page'))
    .orderBy('posts.slug')
    .execute()
  return rows.map((row) => ({ ...row, updated_at: modifiedAt(row) }))
}

/** The built-in pages whose text the owner has replaced. */
export async function listEditedPages(db: Db, now: string): Promise<BuiltInPage[]> {
  const rows = await db
    .selectFrom('posts')
    .select('posts.slug')
    .where('posts.slug', 'in', builtInPages)
    .where(isPublic(now, 'page'))
    .execute()
  return builtInPages.filter((slug) => rows.some((row) => row.slug === slug))
}

/** Selects the id of a built-in page whose text the owner has replaced, for a condition with `exists`. */
export function selectEditedPage(db: Db, slug: BuiltInPage, now: string) {
  return db.selectFrom('posts').select('posts.id').where('posts.slug', '=', slug).where(isPublic(now, 'page'))
}

/** The built-in pages with what the owner has written for them, drafts included. */
export async function listBuiltInPages(db: Db, now: string): Promise<BuiltInPageState[]> {
  const rows = await db
    .selectFrom('posts')
    .leftJoin('post_drafts', 'post_drafts.post_id', 'posts.id')
    .select(['posts.id', 'posts.title', 'posts.slug', 'posts.draft_slug', 'posts.published_at', 'posts.updated_at'])
    .select('post_drafts.post_id as copy_of')
    .where('posts.kind', '=', 'page')
    .where('posts.deleted_at', 'is', null)
    // A draft has a placeholder as its slug while a post has the one that was typed.
    .where(({ or, eb }) => or([eb('posts.slug', 'in', builtInPages), eb('posts.draft_slug', 'in', builtInPages)]))
    .orderBy('posts.id')
    .execute()
  return builtInPages.map((slug) => {
    const row = rows.find((each) => each.slug === slug) ?? rows.find((each) => each.draft_slug === slug)
    if (!row) return { slug, page: null }
    const { id, title, updated_at: updatedAt, published_at, copy_of } = row
    const hasUnpublishedChanges = published_at !== null && copy_of !== null
    return { slug, page: { id, title, status: statusOf(published_at, now), hasUnpublishedChanges, updatedAt } }
  })
}

/** The posts and the pages of `ids`, in no particular order, and `given` for their labels. */
export async function readFoundTexts(
  db: Db,
  ids: number[],
  given: Parameters<typeof withKickers>[2],
): Promise<{ posts: PostSummary[]; pages: PageHit[] }> {
  const rows = await summaries(db).select('posts.kind').where('posts.id', 'in', ids).execute()
  const pageIds = rows.filter(({ kind }) => kind === 'page').map(({ id }) => id)
  return {
    posts: await withKickers(db, rows.filter(({ kind }) => kind === 'post').map(toPostSummary), given),
    pages: pageIds.length > 0 ? await readPageHits(db, pageIds, given) : [],
  }
}

async function readPageHits(db: Db, ids: number[], given: Parameters<typeof withKickers>[2]): Promise<PageHit[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['posts.id', 'posts.title', 'posts.slug', 'posts.excerpt', 'posts.meta_description', 'posts.body_text'])
    .select(['posts.label', 'posts.label_brand'])
    .where('posts.id', 'in', ids)
    .execute()
  const hits = rows.map((row) => ({
    id: row.id,
    title: row.title,
    slug: row.slug,
    description: row.meta_description || row.excerpt || firstSentences(row.body_text),
    label: toPostLabel(row.label),
    labelBrand: row.label_brand ?? '',
  }))
  const labelled = await withKickers<(typeof hits)[number] & PageHit>(db, hits, given)
  return labelled.map(({ label, labelBrand, ...hit }) => hit)
}

async function readPublished(db: Db, now: string, which: RawBuilder<SqlBool>): Promise<Page | undefined> {
  const row = await bodies(db).where(which).where(isPublic(now, 'page')).executeTakeFirst()
  if (!row) return undefined
  const [post] = await renderBodies(db, [toPost(row)], 'page')
  if (!post || post.publishedAt === null) return undefined
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    metaTitle: post.metaTitle,
    coverImage: post.coverImage,
    imageAlt: post.imageAlt,
    picture: post.picture,
    ...(post.kicker === undefined ? {} : { kicker: post.kicker }),
    updatedAt: post.updatedAt,
    description: documentDescription(post),
    publishedAt: post.publishedAt,
  }
}
