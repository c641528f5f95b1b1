import type { Db } from '../../platform/db/schema.ts'
import { toPostInput } from './post-columns.ts'
import { writeAsDraft } from './post-drafts.repo.ts'
import { toRowDraft } from './post-drafts.ts'
import { lockPost, writePost } from './posts-write.repo.ts'
import { type PreparedPost, prepareDraft, preparePost } from './prepare-post.ts'
import { findWorkingCopy, saveWorkingCopy } from './working-copies.repo.ts'

export type PostRewrite = {
  id: number
  version: number
  title: string
  isDraft: boolean
  /** The body before. */
  content: string
  prepared: PreparedPost
}

/**
 * A post with a rewritten body, sanitised as on every save; undefined for one that is missing. Call it before the
 * transaction, because a long body takes time to read. `rewrite` returns undefined to leave the body as it is.
 */
export async function prepareRewrite(
  db: Db,
  id: number,
  rewrite: (content: string) => string | undefined,
): Promise<PostRewrite | undefined> {
  const row = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const content = rewrite(row.content) ?? row.content
  const isDraft = row.published_at === null
  const prepared = isDraft
    ? await prepareDraft(db, { ...toRowDraft(row), content })
    : await preparePost(db, { ...toPostInput(row), content })
  return { id, version: row.version, title: row.title, isDraft, content: row.content, prepared }
}

/**
 * Saves a rewritten post as its next version, with a revision. A working copy is rewritten too, so that publishing it does not
 * bring the former text back. False if the post was saved or deleted meanwhile, or breaks a rule by now. Call it in a
 * transaction.
 */
export async function writeRewrite(
  db: Db,
  { id, version, isDraft, prepared }: PostRewrite,
  rewriteCopy: (content: string) => string,
  now: string,
): Promise<boolean> {
  const row = await lockPost(db, id)
  if (row?.version !== version) return false
  if (isDraft) return (await writeAsDraft(db, id, { prepared, now })) !== undefined
  const copy = await findWorkingCopy(db, id)
  const saved = await writePost(db, id, { prepared, now })
  if (!saved || 'invalid' in saved) return false
  if (copy) await saveWorkingCopy(db, id, { ...copy.draft, content: rewriteCopy(copy.draft.content) }, now)
  return true
}
