import { isDeepStrictEqual } from 'node:util'
import type { EditablePost, PostKind } from '../../../contract/content/posts.ts'
import type { UpdateNote } from '../../../contract/content/update-notes.ts'
import { deleteRedirectFrom } from '../../platform/db/redirects.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import type { Saved } from '../../platform/db/versioned-rows.ts'
import { findInvalidField, type InvalidField } from './find-invalid-field.repo.ts'
import { keepReplacedText } from './keep-replaced-text.repo.ts'
import { readEditablePost } from './owner-posts.repo.ts'
import { statusOf, toColumns, toPostInput } from './post-columns.ts'
import { toRowDraft } from './post-drafts.ts'
import { findPostReferences, type PostReferences, storePostReferences } from './post-references.repo.ts'
import { keepSpelling, updateRedirects } from './post-slugs.repo.ts'
import type { PreparedPost } from './prepare-post.ts'
import { type NewRevision, storeRevision, storeSavedState } from './revisions.repo.ts'
import { deleteWorkingCopy, findWorkingCopy, type WorkingCopy } from './working-copies.repo.ts'

/** A write that the rule of a field forbids; a value, since a bulk write goes on with the next post. */
export type InvalidPost = { invalid: InvalidField }

/** Inserts a row as it is given, with what its content refers to. */
export async function createPost(
  db: Db,
  post: NewRow<'posts'>,
  references: PostReferences | Promise<PostReferences> = findPostReferences(db, post.content),
): Promise<number> {
  const { id } = await db
    .insertInto('posts')
    .values({ ...post, references_version: post.version ?? 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePostReferences(db, id, await references)
  if (post.kind === 'newsletter') {
    const times = { created_at: post.created_at, updated_at: post.created_at }
    await db
      .insertInto('newsletters')
      .values({ post_id: id, ...times })
      .execute()
  }
  return id
}

export async function writeNewPost(
  db: Db,
  prepared: PreparedPost,
  now: string,
  kind: PostKind = 'post',
): Promise<{ post: EditablePost } | InvalidPost> {
  const { post, bodyText, words, references } = prepared
  const field = await findInvalidField(db, post)
  if (field) return { invalid: field }
  const row = { ...toColumns(post, bodyText), kind, created_at: now, updated_at: now }
  const id = await createPost(db, row, references)
  if (post.publishedAt !== null) await deleteRedirectFrom(db, 'posts', post.slug)
  await storeRevision(db, { postId: id, version: 1, kind: statusOf(post.publishedAt, now), post, words, now })
  return { post: await readEditablePost(db, id, now) }
}

export type PostChange = {
  prepared: PreparedPost
  /** The version that the writer saw; without it the newest state is overwritten. */
  version?: number
  now: string
  /** A row of another kind counts as missing; absent: any. */
  kinds?: readonly PostKind[]
}

/**
 * Saves a post as its next version, or leaves it alone where nothing changed. The working copy goes if the writer has seen it,
 * which `version` says. Call it in a transaction.
 */
export async function writePost(
  db: Db,
  id: number,
  { prepared: given, version, now, kinds }: PostChange,
): Promise<Saved<EditablePost> | InvalidPost | undefined> {
  const row = await lockPost(db, id)
  if (!row || (kinds && !kinds.includes(row.kind))) return undefined
  const current = () => readEditablePost(db, id, now)
  if (version !== undefined && version !== row.version) return { row: await current(), isStale: true }
  const prepared = keepSpelling(given, row)
  const { post, bodyText, words } = prepared
  if ((row.kind === 'template' || row.kind === 'newsletter') && post.publishedAt !== null) return { invalid: row.kind }
  const field = await findInvalidField(db, post, row)
  if (field) return { invalid: field }
  const before = toPostInput(row)
  const copy = await findWorkingCopy(db, id)
  const isSeen = copy !== undefined && version !== undefined
  const isChanged = !isDeepStrictEqual(before, post) || row.draft_slug !== null || row.planned_at !== null
  if (!isChanged && !isSeen) return { row: await current(), isStale: false }
  await keepState(db, { row, copy, after: post, now })
  if (isSeen || post.publishedAt === null) await deleteWorkingCopy(db, id)
  await db
    .updateTable('posts')
    .set({
      ...(isChanged ? { ...toColumns(post, bodyText), updated_at: now } : {}),
      version: row.version + 1,
      references_version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await storePostReferences(db, id, prepared.references)
  const kind = statusOf(post.publishedAt, now)
  await storeRevision(db, { postId: id, version: row.version + 1, kind, post, words, now })
  await updateRedirects(db, { id, before, post, now })
  return { row: await current(), isStale: false }
}

type State = { row: Row<'posts'>; copy: WorkingCopy | undefined; after: PreparedPost['post']; now: string }

/** Stores what a save replaces, as far as no revision has it: the saved state, or the text of a draft or a working copy. */
export async function keepState(db: Db, { row, copy, after, now }: State): Promise<void> {
  const { id: postId, version, created_at: createdAt, updated_at: updatedAt } = row
  const replaced = { postId, version, after, createdAt, now }
  if (copy) await keepReplacedText(db, { ...replaced, before: copy.draft, beforeAt: copy.updatedAt })
  else if (row.published_at !== null) await storeSavedState(db, savedStateOf(row, now))
  else await keepReplacedText(db, { ...replaced, before: toRowDraft(row), beforeAt: updatedAt })
}

export function savedStateOf(row: Row<'posts'>, now: string): NewRevision {
  const { id: postId, version, published_at, updated_at } = row
  return { postId, version, kind: statusOf(published_at, now), post: toPostInput(row), now: updated_at }
}

/** Locks the row until the end of the transaction. */
export function lockPost(db: Db, id: number): Promise<Row<'posts'> | undefined> {
  return db
    .updateTable('posts')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Stores the note with the present date, unless it is the stored one. Call it in a transaction. */
export async function writeUpdateNote(
  db: Db,
  id: number,
  { note, now }: { note: string; now: string },
): Promise<{ saved: UpdateNote; title: string } | undefined> {
  const row = await lockPost(db, id)
  if (row?.kind !== 'post') return undefined
  const { title } = row
  if (note === (row.update_note ?? '')) return { saved: { note, notedAt: row.update_noted_at }, title }
  const notedAt = note === '' ? null : now
  await db
    .updateTable('posts')
    .set({ update_note: note || null, update_noted_at: notedAt })
    .where('id', '=', id)
    .execute()
  return { saved: { note, notedAt }, title }
}
