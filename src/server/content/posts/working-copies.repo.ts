import type { PostDraft } from '../../../contract/content/post-draft.ts'
import type { Db } from '../../platform/db/schema.ts'
import { parseStoredDraft } from './post-drafts.ts'

export type WorkingCopy = { draft: PostDraft; updatedAt: string }

/** The unpublished changes of a public or scheduled post. */
export async function findWorkingCopy(db: Db, postId: number): Promise<WorkingCopy | undefined> {
  const row = await db.selectFrom('post_drafts').selectAll().where('post_id', '=', postId).executeTakeFirst()
  return row && { draft: parseStoredDraft(row.draft), updatedAt: row.updated_at }
}

export async function saveWorkingCopy(db: Db, postId: number, draft: PostDraft, now: string): Promise<void> {
  const values = { title: draft.title, draft: JSON.stringify(draft), updated_at: now }
  await db
    .insertInto('post_drafts')
    .values({ post_id: postId, ...values })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(values))
    .execute()
}

export async function deleteWorkingCopy(db: Db, postId: number): Promise<void> {
  await db.deleteFrom('post_drafts').where('post_id', '=', postId).execute()
}
