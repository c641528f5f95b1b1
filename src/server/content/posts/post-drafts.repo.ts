import { isDeepStrictEqual } from 'node:util'
import type { DraftSaved } from '../../../contract/content/post-drafts.ts'
import type { EditablePost, PostKind } from '../../../contract/content/posts.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Saved } from '../../platform/db/versioned-rows.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { keepReplacedText } from './keep-replaced-text.repo.ts'
import { readEditablePost } from './owner-posts.repo.ts'
import { toColumns, toPostInput } from './post-columns.ts'
import { toRowDraft } from './post-drafts.ts'
import { keptReferences, storePostReferences } from './post-references.repo.ts'
import { draftSlugColumns, keepSpelling, updateRedirects } from './post-slugs.repo.ts'
import { createPost, keepState, lockPost, type PostChange, savedStateOf } from './posts-write.repo.ts'
import type { PreparedPost } from './prepare-post.ts'
import { storeRevision, storeSavedState } from './revisions.repo.ts'
import { deleteWorkingCopy, findWorkingCopy, saveWorkingCopy } from './working-copies.repo.ts'

/** The draft that an Idempotency-Key created, unless it is deleted. */
export async function findDraftByKey(db: Db, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('draft_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export type NewDraft = { prepared: PreparedPost; kind: PostKind; key: string | undefined; now: string }

/** The writes of this file are called in a transaction. */
export async function writeNewDraft(db: Db, { prepared, kind, key, now }: NewDraft): Promise<DraftSaved> {
  // The text of a deleted draft that a browser still holds becomes a new one.
  if (key !== undefined) await db.updateTable('posts').set({ draft_key: null }).where('draft_key', '=', key).execute()
  const columns = await toDraftColumns(db, prepared)
  const times = { created_at: now, updated_at: now }
  const id = await createPost(db, { ...columns, ...times, kind, draft_key: key ?? null }, prepared.references)
  return { id, version: 1, savedAt: now }
}

/** A stored draft, or the newer one of another writer. */
type Autosaved = { saved: DraftSaved; title: string } | { newer: EditablePost }

/** Repeats the creation of a draft: its text may be newer than the first, but not older than what was stored since. */
export async function repeatNewDraft(
  db: Db,
  id: number,
  prepared: PreparedPost,
  now: string,
): Promise<Autosaved | undefined> {
  const outcome = await autosavePost(db, id, { prepared, version: 1, now })
  if (!outcome || !('newer' in outcome) || !isDeepStrictEqual(outcome.newer.draft, prepared.post)) return outcome
  const { version, draftedAt, updatedAt } = outcome.newer
  return { saved: { id, version, savedAt: draftedAt ?? updatedAt }, title: prepared.post.title }
}

/** Stores what is typed where no reader sees it: in the row of a draft, else in the working copy. */
export async function autosavePost(
  db: Db,
  id: number,
  { prepared, version, now }: PostChange,
): Promise<Autosaved | undefined> {
  const row = await lockPost(db, id)
  if (!row) return undefined
  if (version !== undefined && version !== row.version) return { newer: await readEditablePost(db, id, now) }
  const autosave = { row, prepared: keepSpelling(prepared, row), now }
  const { isChanged, savedAt } = await (row.published_at === null ? storeInRow(db, autosave) : storeAside(db, autosave))
  const next = isChanged ? row.version + 1 : row.version
  return { saved: { id, version: next, savedAt }, title: prepared.post.title }
}

type Autosave = { row: Row<'posts'>; prepared: PreparedPost; now: string }
type Stored = { isChanged: boolean; savedAt: string }

async function storeInRow(db: Db, { row, prepared, now }: Autosave): Promise<Stored> {
  const before = toRowDraft(row)
  if (isDeepStrictEqual(before, prepared.post)) return { isChanged: false, savedAt: row.updated_at }
  await keepReplacedText(db, { ...replacedOf(row), before, beforeAt: row.updated_at, after: prepared.post, now })
  const columns = await toDraftColumns(db, prepared, row)
  await db
    .updateTable('posts')
    .set({ ...columns, version: row.version + 1, references_version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  await storePostReferences(db, row.id, prepared.references)
  const { id } = row
  const moved = { before: { slug: row.slug, publishedAt: null }, post: { slug: columns.slug, publishedAt: null } }
  await updateRedirects(db, { id, ...moved, now })
  return { isChanged: true, savedAt: now }
}

/** A working copy that equals what is public goes: there are no unpublished changes. */
async function storeAside(db: Db, { row, prepared: { post }, now }: Autosave): Promise<Stored> {
  const published = toPostInput(row)
  const copy = await findWorkingCopy(db, row.id)
  if (isDeepStrictEqual(copy?.draft ?? published, post))
    return { isChanged: false, savedAt: copy?.updatedAt ?? row.updated_at }
  if (copy)
    await keepReplacedText(db, { ...replacedOf(row), before: copy.draft, beforeAt: copy.updatedAt, after: post, now })
  else await storeSavedState(db, savedStateOf(row, now))
  if (isDeepStrictEqual(published, post)) await deleteWorkingCopy(db, row.id)
  else await saveWorkingCopy(db, row.id, post, now)
  await countWrite(db, row)
  return { isChanged: true, savedAt: now }
}

/** Discards the working copy; its text stays as a revision. Nothing happens to a post without one. */
export async function discardWorkingCopy(
  db: Db,
  id: number,
  { version, now }: Omit<PostChange, 'prepared'>,
): Promise<Saved<EditablePost> | undefined> {
  const row = await lockPost(db, id)
  if (!row) return undefined
  const current = () => readEditablePost(db, id, now)
  if (version !== undefined && version !== row.version) return { row: await current(), isStale: true }
  const copy = await findWorkingCopy(db, id)
  if (copy) {
    const { draft: post, updatedAt } = copy
    await storeRevision(db, { postId: id, version: row.version, kind: 'discarded', post, now: updatedAt })
    await deleteWorkingCopy(db, id)
    await countWrite(db, row)
  }
  return { row: await current(), isStale: false }
}

/** Saves a post as a draft, without rules; a public one is taken off the site. */
export async function writeAsDraft(
  db: Db,
  id: number,
  { prepared: given, version, now }: PostChange,
): Promise<Saved<EditablePost> | undefined> {
  const row = await lockPost(db, id)
  if (!row) return undefined
  const current = () => readEditablePost(db, id, now)
  if (version !== undefined && version !== row.version) return { row: await current(), isStale: true }
  const prepared = keepSpelling(given, row)
  const { post, words } = prepared
  await keepState(db, { row, copy: await findWorkingCopy(db, id), after: post, now })
  await deleteWorkingCopy(db, id)
  const columns = await toDraftColumns(db, prepared, row)
  await db
    .updateTable('posts')
    .set({
      ...columns,
      published_at: null,
      version: row.version + 1,
      references_version: row.version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await storePostReferences(db, id, prepared.references)
  await storeRevision(db, { postId: id, version: row.version + 1, kind: 'draft', post, words, now })
  await updateRedirects(db, {
    id,
    before: { slug: row.slug, publishedAt: row.published_at },
    post: { slug: columns.slug, publishedAt: null },
    now,
  })
  return { row: await current(), isStale: false }
}

/** The columns of a draft as it is typed. */
async function toDraftColumns(db: Db, { post, bodyText }: PreparedPost, row?: Row<'posts'>) {
  const categoryId = post.categoryId !== null && (await isCategory(db, post.categoryId)) ? post.categoryId : null
  return {
    ...toColumns({ ...post, categoryId, publishedAt: null }, bodyText),
    ...(await draftSlugColumns(db, post.slug, row)),
    planned_at: post.publishedAt,
  }
}

const replacedOf = ({ id, version, created_at }: Row<'posts'>) => ({ postId: id, version, createdAt: created_at })

/** A write that leaves the row as it is, and its date. */
async function countWrite(db: Db, row: Row<'posts'>): Promise<void> {
  await db
    .updateTable('posts')
    .set({ version: row.version + 1, ...keptReferences(row) })
    .where('id', '=', row.id)
    .execute()
}
