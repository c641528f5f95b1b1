import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { isEmptyDraft, toRowDraft } from './post-drafts.ts'

const BATCH = 100

/** Purges posts that were deleted before `before`, with their revisions and redirects. */
export async function purgeDeletedPosts(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await db.selectFrom('posts').select('id').where('deleted_at', '<', before).limit(BATCH).execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await db.transaction().execute((transaction) => purgePosts(transaction, ids))
  }
}

/** Purges those of the posts that are deleted. Call it in a transaction. */
export async function purgePosts(db: Db, ids: number[]): Promise<void> {
  const rows = await db
    .deleteFrom('posts')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .execute()
  if (rows.length === 0) return
  const purged = rows.map(({ id }) => id)
  await db.deleteFrom('redirects').where('kind', '=', 'posts').where('target_id', 'in', purged).execute()
}

/** Purges drafts in which nothing was typed, last written before `before`: an editor that was opened and left. */
export async function purgeEmptyDrafts(db: Db, before: string): Promise<void> {
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('updated_at', '<', before)
    .where('title', '=', '')
    .where('body_text', '=', '')
    .limit(1000)
    .execute()
  for (const row of rows) {
    if (!isEmptyDraft(toRowDraft(row))) continue
    await db.deleteFrom('posts').where('id', '=', row.id).where('version', '=', row.version).execute()
  }
}
