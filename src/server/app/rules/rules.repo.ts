import { sql } from 'kysely'
import { RULE_PLACES, type Rule } from '../../../contract/app/rules.ts'
import type { LinkReason } from '../../../contract/shop/links.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Links in use whose last check found one of the reasons and was not acknowledged: the first ones, and how many there are. */
export async function findLinksByReason(
  db: Db,
  reasons: LinkReason[],
): Promise<{ places: Rule['places']; total: number }> {
  const rows = await db
    .selectFrom('links')
    .select(['id', 'url', sql<number | string>`count(*) over ()`.as('total')])
    .where('unused_since', 'is', null)
    .where('acknowledged_at', 'is', null)
    .where('reason', 'in', reasons)
    .orderBy('url')
    .limit(RULE_PLACES)
    .execute()
  return {
    places: rows.map(({ id, url }) => ({ label: url, href: `/admin/links/${id}` })),
    total: Number(rows[0]?.total ?? 0),
  }
}
