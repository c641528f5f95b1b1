import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The row of the site's origin at the time when ids were still made of it. */
const FEED_ORIGIN = '#feed-origin'

/**
 * Returns the ids of posts and newsletters in feeds by the ids of their rows: a URN, or for rows from before there were any
 * the URL that the item had then. Neither changes with the slug or with SITE_URL (`origin`).
 */
export async function findFeedIds(db: Db, ids: number[], origin: string): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const kept = await findFeedOrigin(db)
  const rows = await db.selectFrom('posts').select(['id', 'feed_id']).where('id', 'in', ids).execute()
  const base = kept ?? origin
  return new Map(rows.map(({ id, feed_id }) => [id, feed_id.startsWith('/') ? base + toPath(feed_id) : feed_id]))
}

/** Returns the id of a row from the result of `findFeedIds`, and throws for a row that it does not have. */
export function feedIdOf(ids: ReadonlyMap<number, string>, id: number): string {
  const feedId = ids.get(id)
  if (feedId === undefined) throw new Error(`Row ${id} has no id in feeds`)
  return feedId
}

/** The origin that `keepFeedOrigin` stored; undefined before that. */
export async function findFeedOrigin(db: Db): Promise<string | undefined> {
  const { value } = await readStored(db, FEED_ORIGIN)
  return typeof value === 'string' ? value : undefined
}

/** Stores the origin of a public site once. Call it at each start. */
export async function keepFeedOrigin(db: Db, origin: string, now: string): Promise<void> {
  const stored = await readStored(db, FEED_ORIGIN)
  if (stored.value === undefined) await saveStored(db, { key: FEED_ORIGIN, value: origin, now })
}

/** Those of newsletters were percent-encoded, and those of posts were not. */
function toPath(feedId: string): string {
  const letter = /^\/letters\/(.+)/.exec(feedId)?.[1]
  return letter === undefined ? feedId : `/letters/${encodeURIComponent(letter)}`
}
