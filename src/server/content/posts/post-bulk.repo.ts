import type { BulkResult } from '../../../contract/content/post-bulk.ts'
import { PostInput } from '../../../contract/content/posts.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { purgeRows } from '../../platform/db/trash.ts'
import { deletePosts } from './deleted-posts.repo.ts'
import { statusOf, toPostInput } from './post-columns.ts'
import { writeAsDraft } from './post-drafts.repo.ts'
import { toRowDraft } from './post-drafts.ts'
import { keptReferences } from './post-references.repo.ts'
import { lockPost, writePost } from './posts-write.repo.ts'
import { withTexts } from './prepare-post.ts'
import { refusal } from './save-reply.ts'
import { findWorkingCopy, saveWorkingCopy } from './working-copies.repo.ts'

/** Rows of one statement. */
const BATCH = 100

export type BulkOutcome = BulkResult & { titles: string[] }

/** The changes of this file are called in a transaction, with distinct ids in ascending order, so that two do not deadlock. */
export async function publishPosts(db: Db, ids: number[], now: string): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { ids: [], titles: [], failed: [] }
  for (const id of ids) {
    const row = await lockPost(db, id)
    if (!row || statusOf(row.published_at, now) === 'published') continue
    const { title } = row
    const fail = (message: string) => outcome.failed.push({ id, title, message })
    if (row.kind === 'page') {
      fail('Please publish a page in its editor, which checks its address')
      continue
    }
    if (row.kind === 'newsletter') {
      fail(refusal('newsletter').message)
      continue
    }
    const typed = row.published_at === null ? toRowDraft(row) : toPostInput(row)
    const publishedAt = typed.publishedAt && typed.publishedAt < now ? typed.publishedAt : now
    const parsed = PostInput.safeParse({ ...typed, publishedAt })
    if (!parsed.success) {
      fail(parsed.error.issues[0]!.message)
      continue
    }
    const post = { ...parsed.data, metaTitle: typed.metaTitle, metaDescription: typed.metaDescription }
    const prepared = await withTexts(db, post)
    const saved = await writePost(db, id, { prepared, now })
    if (saved && 'invalid' in saved) fail(refusal(saved.invalid).message)
    else add(outcome, id, title)
  }
  return outcome
}

/** The text of a working copy becomes that of the draft: it is what the editor showed. */
export async function unpublishPosts(db: Db, ids: number[], now: string): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { ids: [], titles: [], failed: [] }
  for (const id of ids) {
    const row = await lockPost(db, id)
    if (!row || row.published_at === null) continue
    const text = (await findWorkingCopy(db, id))?.draft ?? toPostInput(row)
    const post = { ...text, publishedAt: null }
    const prepared = await withTexts(db, post)
    await writeAsDraft(db, id, { prepared, now })
    add(outcome, id, row.title)
  }
  return outcome
}

type Field = { categoryId: number | null } | { isFeatured: boolean } | { keywords: string }
/** A field, or how it follows from the text. */
type FieldOf = Field | ((post: Pick<PostInput, 'keywords'>) => Field)

/** Sets a field of posts and of their working copies, which would bring the earlier value back. */
export async function setFieldOfPosts(db: Db, ids: number[], fieldOf: FieldOf, now: string): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { ids: [], titles: [], failed: [] }
  for (const id of ids) {
    const row = await lockPost(db, id)
    if (!row) continue
    if (row.kind === 'newsletter') {
      const message = 'A newsletter has no category and is not featured'
      outcome.failed.push({ id, title: row.title, message })
      continue
    }
    const copy = await findWorkingCopy(db, id)
    const post = toPostInput(row)
    const field = fieldIn(post, fieldOf)
    const ofCopy = copy && fieldIn(copy.draft, fieldOf)
    const isSet = has(post, field)
    if (isSet && (!copy || has(copy.draft, ofCopy!))) continue
    await db
      .updateTable('posts')
      .set({
        ...(isSet ? {} : { ...toColumn(field), updated_at: now }),
        version: row.version + 1,
        ...keptReferences(row),
      })
      .where('id', '=', id)
      .execute()
    if (copy) await saveWorkingCopy(db, id, { ...copy.draft, ...ofCopy }, copy.updatedAt)
    add(outcome, id, row.title)
  }
  return outcome
}

const fieldIn = (post: Pick<PostInput, 'keywords'>, of: FieldOf) => (typeof of === 'function' ? of(post) : of)

function toColumn(field: Field) {
  if ('isFeatured' in field) return { is_featured: field.isFeatured }
  return 'keywords' in field ? { keywords: field.keywords } : { category_id: field.categoryId }
}

export async function trashPosts(db: Db, ids: number[], now: string): Promise<BulkOutcome> {
  return inBatches(db, ids, async (batch) => (await deletePosts(db, batch, now)).refused)
}

/** Deletes those of the posts that are in the trash. */
export async function deletePostsForGood(db: Db, ids: number[]): Promise<BulkOutcome> {
  return inBatches(db, ids, async (batch) => {
    await purgeRows(db, 'posts', batch)
    return []
  })
}

/** `change` returns the posts that it refused. */
async function inBatches(
  db: Db,
  ids: number[],
  change: (ids: number[]) => Promise<BulkResult['failed']>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { ids: [], titles: [], failed: [] }
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const before = await listDeletions(db, batch)
    outcome.failed.push(...(await change(batch)))
    const after = new Map((await listDeletions(db, batch)).map((row) => [row.id, row.deleted_at]))
    for (const { id, title, deleted_at } of before) if (after.get(id) !== deleted_at) add(outcome, id, title)
  }
  return outcome
}

function listDeletions(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'deleted_at'])
    .where(isOneOf(db, 'id', ids))
    .orderBy('id')
    .execute()
}

const has = (post: Partial<PostInput>, field: Field) =>
  Object.entries(field).every(([name, value]) => post[name as keyof Field] === value)

function add(outcome: BulkOutcome, id: number, title: string): void {
  outcome.ids.push(id)
  outcome.titles.push(title)
}
