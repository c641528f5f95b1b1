import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import type { ImageStore } from './image-store.ts'
import { isMentioned } from './image-uses.repo.ts'
import { listImagesDeletedBefore, purgeImage } from './images.repo.ts'

/** In milliseconds: deleted images can be restored, and cached pages may use them. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** In milliseconds; longer than any write. */
const WRITING_MS = 60 * 60 * 1000

/**
 * Purges images that were deleted 30 days ago, unless something restorable uses them, and unfinished files. Returns
 * the number of purged images. Throws between images if `signal` is aborted.
 */
export async function purgeImages(db: Db, store: ImageStore, now: Date, signal?: AbortSignal): Promise<number> {
  // Files without a row would never be deleted.
  await store.check()
  await store.removeUnfinished(new Date(now.getTime() - WRITING_MS), signal)
  let purged = 0
  const before = new Date(now.getTime() - KEPT_MS).toISOString()
  for (const { id, key } of await listImagesDeletedBefore(db, before)) {
    await yieldToEventLoop(signal)
    if (await isMentioned(db, key)) continue
    if (await store.remove(key, () => purgeImage(db, id, before))) purged += 1
  }
  return purged
}
