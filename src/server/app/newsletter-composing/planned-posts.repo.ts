import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The times at which scheduled posts become public, by slug. */
export async function findPlannedPosts(db: Db, slugs: string[], now: string): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['slug', 'published_at'])
    .where(isOneOf(db, 'slug', slugs))
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('published_at', '>', now)
    .execute()
  return new Map(rows.map(({ slug, published_at }) => [slug, published_at!]))
}
