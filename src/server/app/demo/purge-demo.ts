import type { ImageStore } from '../../content/images/image-store.ts'
import { findMentioned } from '../../content/images/image-uses.repo.ts'
import { purgeImage } from '../../content/images/images.repo.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { UNDO_MS } from './demo-content.repo.ts'

/**
 * Ends removals that can no longer be undone: first the files of their images, then what was kept aside, so that a run
 * that is killed in between is simply run again. Images that something uses stay.
 */
export async function purgeRemovedDemo(db: Db, store: ImageStore, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - UNDO_MS).toISOString()
  const expired = await db
    .selectFrom('demo_rows')
    .select(['table_name', 'row_key', 'content'])
    .where('removed_at', '<', before)
    .execute()
  if (expired.length === 0) return
  const ids = expired.flatMap(({ table_name, row_key, content }) =>
    table_name === 'images' && content !== null ? [Number(row_key)] : [],
  )
  const images = await db
    .selectFrom('images')
    .select(['id', 'key'])
    .where('deleted_at', 'is not', null)
    .where(isOneOf(db, 'id', ids))
    .execute()
  const mentioned = await findMentioned(
    db,
    images.map(({ key }) => key),
    signal,
  )
  for (const { id, key } of images) {
    await yieldToEventLoop(signal)
    if (!mentioned.has(key)) await store.remove(key, () => purgeImage(db, id, now.toISOString()))
  }
  await db.deleteFrom('demo_rows').where('removed_at', '<', before).execute()
}
