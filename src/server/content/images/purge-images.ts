import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import type { ImageStore } from './image-store.ts'
import { findMentioned } from './image-uses.repo.ts'
import { listVersionsBefore, purgeVersion } from './image-versions.repo.ts'
import { listImagesDeletedBefore, purgeImage } from './images.repo.ts'

/** In milliseconds: deleted images can be restored, and cached pages may use them. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Images of one search for their uses, which reads all posts and revisions. */
const BATCH = 100
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
  await purgeFormerFiles(db, store, before, signal)
  const deleted = await listImagesDeletedBefore(db, before)
  for (let from = 0; from < deleted.length; from += BATCH) {
    const batch = deleted.slice(from, from + BATCH)
    const keys = batch.map(({ key }) => key)
    const mentioned = await findMentioned(db, keys, signal)
    for (const { id, key } of batch) {
      await yieldToEventLoop(signal)
      if (mentioned.has(key)) continue
      if (await store.remove(key, () => purgeImage(db, id, before))) purged += 1
    }
  }
  return purged
}

/** First, since the row of an image outlives those of its former files. */
async function purgeFormerFiles(db: Db, store: ImageStore, before: string, signal?: AbortSignal): Promise<void> {
  const versions = await listVersionsBefore(db, before)
  for (let from = 0; from < versions.length; from += BATCH) {
    const batch = versions.slice(from, from + BATCH)
    const keys = batch.map(({ key }) => key)
    const mentioned = await findMentioned(db, keys, signal)
    for (const { id, key } of batch) {
      await yieldToEventLoop(signal)
      if (!mentioned.has(key)) await store.remove(key, () => purgeVersion(db, id))
    }
  }
}
