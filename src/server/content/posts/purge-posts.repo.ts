import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'

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
