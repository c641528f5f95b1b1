import { sql } from 'kysely'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { Db } from '../../../platform/db/schema.ts'

/**
 * The tracking IDs that stand for one post, with `network`, `tracking_id` and `post_id`. An ID of a category, or of several
 * posts, says nothing about a single one.
 */
export const assignedPosts = sql`(
  select p.network, t.tracking_id, min(t.ref_id) as post_id
  from program_tracking_ids t join programs p on p.id = t.program_id
  group by p.network, t.tracking_id
  having min(t.kind) = 'post' and max(t.kind) = 'post' and min(t.ref_id) = max(t.ref_id))`

/** The same as keys such as `amazon glow-20`. */
export async function listAssignedIds(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ network: string; tracking_id: string }>`select * from ${assignedPosts} as given`.execute(
    db,
  )
  return new Set(rows.map(({ network, tracking_id }) => trackingIdKey(network, tracking_id)))
}

/** Tells whether a tracking ID belongs to a program of the site, for sales that no single post is known of. */
export async function createSharedIdCheck(
  db: Db,
): Promise<(network: NetworkName, trackingId: string | null) => boolean> {
  const programs = await db.selectFrom('programs').select(['network', 'tracking_ids']).execute()
  const given = await db
    .selectFrom('program_tracking_ids')
    .innerJoin('programs', 'programs.id', 'program_tracking_ids.program_id')
    .select(['programs.network', 'program_tracking_ids.tracking_id'])
    .execute()
  const known = new Set([
    ...programs.flatMap(({ network, tracking_ids }) =>
      (JSON.parse(tracking_ids) as string[]).map((id) => trackingIdKey(network, id)),
    ),
    ...given.map(({ network, tracking_id }) => trackingIdKey(network, tracking_id)),
  ])
  return (network, trackingId) => trackingId !== null && known.has(trackingIdKey(network, trackingId))
}

export const trackingIdKey = (network: string, trackingId: string) => `${network} ${trackingId}`
