import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import type { ImageStore } from './image-store.ts'
import { isMentioned } from './image-uses.repo.ts'
import { listImagesDeletedBefore, purgeImage } from './images.repo.ts'

/** A deleted image can come back, and old pages show it, for this long. In milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** No file takes that long to write. */
const WRITING_MS = 60 * 60 * 1000

/**
 * Forgets images that were deleted 30 days ago, unless something that could come back still shows them, and removes what
 * was left half written. Answers how many were forgotten. Ends after an image by throwing, where `signal` says so.
 */
export async function purgeImages(db: Db, store: ImageStore, now: Date, signal?: AbortSignal): Promise<number> {
  // An image whose row is gone and whose files are not would be nobody's.
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
