import { type SqlBool, sql } from 'kysely'
import { canonicalSlug } from '../../../contract/content/canonical-slug.ts'
import { PostInput } from '../../../contract/content/posts.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { addRedirect, deleteRedirectFrom } from '../../platform/db/redirects.ts'
import type { Db } from '../../platform/db/schema.ts'
import { followDraft } from '../redirects/redirects.repo.ts'
import { statusOf } from './post-columns.ts'
import { placeholderSlug } from './post-drafts.ts'
import type { PreparedPost } from './prepare-post.ts'

/**
 * Whether another row has the slug, in any spelling. The lock, until the end of the transaction, makes the result hold for a
 * write.
 */
export async function isSlugTaken(db: Db, slug: string, exceptId?: number): Promise<boolean> {
  return (await listSpellings(db, slug)).some(({ id }) => id !== exceptId)
}

/** The rows whose slug differs from `slug` only in its spelling, or not at all, with the lock of `isSlugTaken`. */
export async function listSpellings(db: Db, slug: string): Promise<{ id: number; slug: string }[]> {
  await lockTable(db, 'post slugs')
  const canonical = canonicalSlug(slug)
  // SQLite lowers only ASCII letters, so it leaves the comparison of other slugs to JavaScript.
  const mayBeSame = sql<SqlBool>`(slug = ${canonical} or slug <> lower(slug) or octet_length(slug) > length(slug))`
  const rows = await db.selectFrom('posts').select(['id', 'slug']).where(mayBeSame).execute()
  return rows.filter((row) => canonicalSlug(row.slug) === canonical)
}

/** A post from before slugs had one spelling keeps its own, until another slug is typed. */
export function keepSpelling(prepared: PreparedPost, { slug }: { slug: string }): PreparedPost {
  const { post } = prepared
  return canonicalSlug(slug) === post.slug ? { ...prepared, post: { ...post, slug } } : prepared
}

/** The columns of a draft's slug as it was typed: `slug` is a placeholder while that one is not valid or not free. */
export async function draftSlugColumns(
  db: Db,
  typed: string,
  current?: { id: number; slug: string },
): Promise<{ slug: string; draft_slug: string | null }> {
  if (typed === current?.slug) return { slug: typed, draft_slug: null }
  const valid = PostInput.shape.slug.safeParse(typed)
  const isUsable = valid.success && valid.data === typed && !(await isSlugTaken(db, typed, current?.id))
  if (isUsable) return { slug: typed, draft_slug: null }
  return { slug: current?.slug.startsWith('~') ? current.slug : placeholderSlug(), draft_slug: typed }
}

/** Redirects a slug that becomes public nowhere, and its canonical spelling to it, unless another row has that. */
export async function redirectToSlug(
  db: Db,
  { id, slug, now }: { id: number; slug: string; now: string },
): Promise<void> {
  await deleteRedirectFrom(db, 'posts', slug)
  const canonical = canonicalSlug(slug)
  if (slug === canonical || (await listSpellings(db, slug)).some((row) => row.slug === canonical)) return
  await addRedirect(db, { kind: 'posts', slug: canonical, targetId: id, now })
}

type Addressed = { slug: string; publishedAt: string | null }
type SlugChange = { id: number; before: Addressed; post: Addressed; now: string }

/** Redirects a URL that was public and is not any more; a slug that the post takes, unless as a draft, redirects nowhere. */
export async function updateRedirects(db: Db, { id, before, post, now }: SlugChange): Promise<void> {
  const isMoved = before.slug !== post.slug
  const isFirstPublication = before.publishedAt === null
  if (post.publishedAt !== null && (isMoved || isFirstPublication))
    await redirectToSlug(db, { id, slug: post.slug, now })
  if (isMoved && isFirstPublication) await followDraft(db, { id, from: before.slug, to: post.slug })
  const isPublic = ({ publishedAt }: Addressed) => statusOf(publishedAt, now) === 'published'
  if (isPublic(before) && (isMoved || !isPublic(post))) {
    await addRedirect(db, { kind: 'posts', slug: before.slug, targetId: id, now })
  }
}
