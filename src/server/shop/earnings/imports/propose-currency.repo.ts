import { amazonMarketplaces } from '../../../../contract/shop/networks.ts'
import type { Db } from '../../../platform/db/schema.ts'

type Proposal = { currency: string; reason: string }

/** The currency of the one Amazon program that tracking IDs belong to; undefined if they belong to none or to several. */
export async function proposeByTrackingIds(db: Db, trackingIds: readonly string[]): Promise<Proposal | undefined> {
  if (trackingIds.length === 0) return undefined
  const programs = await db
    .selectFrom('programs')
    .select(['id', 'key', 'name', 'tracking_ids'])
    .where('network', '=', 'amazon')
    .execute()
  const given = await db.selectFrom('program_tracking_ids').select(['program_id', 'tracking_id']).execute()
  const wanted = new Set(trackingIds)
  const owners = programs.filter(
    ({ id, tracking_ids }) =>
      (JSON.parse(tracking_ids) as string[]).some((trackingId) => wanted.has(trackingId)) ||
      given.some(({ program_id, tracking_id }) => program_id === id && wanted.has(tracking_id)),
  )
  const [owner] = owners
  const currency = owner && amazonMarketplaces[owner.key]
  if (!currency || owners.length > 1) return undefined
  return { currency, reason: `its tracking IDs belong to your program ${owner.name}` }
}
