import { isDeepStrictEqual } from 'node:util'
import { CONTENT_MAX, CONTENT_MIN, type EditablePost, type PostInput } from '../../../contract/posts.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import { tombstoneSlug } from '../../platform/db/soft-delete.ts'
import { addRedirect, deleteRedirectFrom } from '../redirects/redirects.repo.ts'
import { statusOf, toColumns, toPostInput } from './post-columns.ts'
import { findEditablePost } from './posts-read.repo.ts'
import type { PreparedPost } from './prepare-post.ts'
import { storeRevision } from './revisions.repo.ts'

export type NewPostOutcome = { kind: 'saved'; post: EditablePost } | { kind: 'refused'; field: InvalidField }

/** `stale`: saved since the version that the writer saw. */
export type SaveOutcome = NewPostOutcome | { kind: 'missing' } | { kind: 'stale'; current: EditablePost }

export type InvalidField = 'slug' | 'categoryId' | 'content' | 'longContent'

/** Inserts a row as it is given. */
export async function createPost(db: Db, post: NewRow<'posts'>): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function writeNewPost(db: Db, prepared: PreparedPost, now: string): Promise<NewPostOutcome> {
  const { post, bodyText, words } = prepared
  const field = await findInvalidField(db, post)
  if (field) return { kind: 'refused', field }
  const id = await createPost(db, { ...toColumns(post, bodyText), created_at: now, updated_at: now })
  await deleteRedirectFrom(db, 'posts', post.slug)
  await storeRevision(db, { postId: id, version: 1, post, words, now })
  return { kind: 'saved', post: (await findEditablePost(db, id, now))! }
}

export type PostChange = {
  prepared: PreparedPost
  /** The version that the writer saw; without it the newest state is overwritten. */
  version?: number
  now: string
}

/** Saves a post as its next version, or leaves it alone where nothing changed. Call it in a transaction. */
export async function writePost(db: Db, id: number, { prepared, version, now }: PostChange): Promise<SaveOutcome> {
  const row = await lockPost(db, id)
  if (!row) return { kind: 'missing' }
  const current = async () => (await findEditablePost(db, id, now))!
  if (version !== undefined && version !== row.version) return { kind: 'stale', current: await current() }
  const before = toPostInput(row)
  const { post, bodyText, words } = prepared
  const field = await findInvalidField(db, post, id)
  if (field) return { kind: 'refused', field }
  if (!isDeepStrictEqual(before, post)) {
    await db
      .updateTable('posts')
      .set({ ...toColumns(post, bodyText), version: row.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
    // A seeded or imported post has no revision of its first state yet.
    await storeRevision(db, { postId: id, version: row.version, post: before, now: row.updated_at })
    await storeRevision(db, { postId: id, version: row.version + 1, post, words, now })
    await updateRedirects(db, { id, before, post, now })
  }
  return { kind: 'saved', post: await current() }
}

/** Saves an earlier revision as the next version; slug and publication date stay as they are now. Call it in a transaction. */
export async function restoreRevision(
  db: Db,
  id: number,
  { prepared, version, now }: PostChange,
): Promise<SaveOutcome> {
  const row = await lockPost(db, id)
  if (!row) return { kind: 'missing' }
  const { slug, publishedAt } = toPostInput(row)
  const { post } = prepared
  const categoryId = post.categoryId !== null && (await isCategory(db, post.categoryId)) ? post.categoryId : null
  return writePost(db, id, {
    prepared: { ...prepared, post: { ...post, slug, publishedAt, categoryId } },
    version,
    now,
  })
}

/** Deletes posts and frees their slugs. Returns the titles of those that were not deleted yet. */
export async function deletePosts(db: Db, ids: number[], now: string): Promise<string[]> {
  const rows = await db
    .updateTable('posts')
    .set((eb) => ({ deleted_at: now, deleted_slug: eb.ref('slug'), slug: tombstoneSlug() }))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('title')
    .execute()
  return rows.map((row) => row.title)
}

export type RestoreOutcome =
  | { kind: 'restored'; titles: string[] }
  | { kind: 'slug-taken'; slug: string; title: string }

/** Restores deleted posts with their slugs. Call it in a transaction, to roll back where a slug is taken. */
export async function restorePosts(db: Db, ids: number[]): Promise<RestoreOutcome> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'deleted_slug', 'category_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .execute()
  for (const { id, title, deleted_slug, category_id } of rows) {
    const slug = deleted_slug!
    if (await isSlugTaken(db, slug)) return { kind: 'slug-taken', slug, title }
    const hasCategory = category_id !== null && (await isCategory(db, category_id))
    await db
      .updateTable('posts')
      .set({ deleted_at: null, deleted_slug: null, slug, category_id: hasCategory ? category_id : null })
      .where('id', '=', id)
      .execute()
    await deleteRedirectFrom(db, 'posts', slug)
  }
  return { kind: 'restored', titles: rows.map((row) => row.title) }
}

/** Locks the row until the end of the transaction. */
function lockPost(db: Db, id: number): Promise<Row<'posts'> | undefined> {
  return db
    .updateTable('posts')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

async function findInvalidField(db: Db, post: PostInput, id?: number): Promise<InvalidField | undefined> {
  // Checked again: sanitising changes the length.
  if (post.content.length < CONTENT_MIN) return 'content'
  if (post.content.length > CONTENT_MAX) return 'longContent'
  if (post.categoryId !== null && !(await isCategory(db, post.categoryId))) return 'categoryId'
  if (await isSlugTaken(db, post.slug, id)) return 'slug'
}

async function isSlugTaken(db: Db, slug: string, exceptId?: number): Promise<boolean> {
  const row = await db.selectFrom('posts').select('id').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined && row.id !== exceptId
}

async function isCategory(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

type SlugChange = { id: number; before: PostInput; post: PostInput; now: string }

/** Redirects a URL that was public and is not any more; a slug that the post takes redirects nowhere. */
async function updateRedirects(db: Db, { id, before, post, now }: SlugChange): Promise<void> {
  const isMoved = before.slug !== post.slug
  if (isMoved) await deleteRedirectFrom(db, 'posts', post.slug)
  const isPublic = ({ publishedAt }: PostInput) => statusOf(publishedAt, now) === 'published'
  if (isPublic(before) && (isMoved || !isPublic(post))) {
    await addRedirect(db, { kind: 'posts', slug: before.slug, targetId: id, now })
  }
}
