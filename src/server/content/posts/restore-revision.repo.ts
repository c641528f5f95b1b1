import { isDeepStrictEqual } from 'node:util'
import type { EditablePost } from '../../../contract/content/posts.ts'
import type { RevisionKind } from '../../../contract/content/revisions.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Saved } from '../../platform/db/versioned-rows.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { readEditablePost } from './owner-posts.repo.ts'
import { toPostInput } from './post-columns.ts'
import { autosavePost, writeAsDraft } from './post-drafts.repo.ts'
import { toRowDraft } from './post-drafts.ts'
import { isSlugTaken } from './post-slugs.repo.ts'
import { type InvalidPost, lockPost, type PostChange, writePost } from './posts-write.repo.ts'
import type { PreparedPost } from './prepare-post.ts'
import { storeRevision } from './revisions.repo.ts'
import { findWorkingCopy } from './working-copies.repo.ts'

/** Text that was never saved does not become public by a restore. */
const unsaved: readonly RevisionKind[] = ['autosaved', 'before restore', 'discarded']

export type Restoration = PostChange & { kind: RevisionKind }

/**
 * Restores a revision with its slug, unless that belongs to another post now; the publication date stays. What the editor held
 * before is stored first. Of a public or scheduled post, text that was saved becomes its next version and other text its
 * working copy. Call it in a transaction.
 */
export async function restoreRevision(
  db: Db,
  id: number,
  restoration: Restoration,
): Promise<Saved<EditablePost> | InvalidPost | undefined> {
  const { version, now, kind } = restoration
  const row = await lockPost(db, id)
  if (!row) return undefined
  const current = () => readEditablePost(db, id, now)
  if (version !== undefined && version !== row.version) return { row: await current(), isStale: true }
  const prepared = await withPresentFields(db, row, restoration.prepared)
  if (row.published_at === null) {
    if (isDeepStrictEqual(toRowDraft(row), prepared.post)) return { row: await current(), isStale: false }
    await storeRevision(db, {
      postId: id,
      version: row.version,
      kind: 'before restore',
      post: toRowDraft(row),
      now: row.updated_at,
    })
    return writeAsDraft(db, id, { prepared, now })
  }
  const copy = await findWorkingCopy(db, id)
  if (copy) {
    const { draft: post, updatedAt } = copy
    await storeRevision(db, { postId: id, version: row.version, kind: 'before restore', post, now: updatedAt })
  }
  if (!unsaved.includes(kind)) return writePost(db, id, { prepared, version: row.version, now })
  await autosavePost(db, id, { prepared, now })
  return { row: await current(), isStale: false }
}

/** The revision with the present publication date, and without what another row has by now. */
async function withPresentFields(db: Db, row: Row<'posts'>, prepared: PreparedPost): Promise<PreparedPost> {
  const { post } = prepared
  const present = row.published_at === null ? toRowDraft(row) : toPostInput(row)
  const isFree = row.published_at === null || !(await isSlugTaken(db, post.slug, row.id))
  const hasCategory = post.categoryId !== null && (await isCategory(db, post.categoryId))
  return {
    ...prepared,
    post: {
      ...post,
      slug: isFree ? post.slug : present.slug,
      categoryId: hasCategory ? post.categoryId : null,
      publishedAt: present.publishedAt,
    },
  }
}
