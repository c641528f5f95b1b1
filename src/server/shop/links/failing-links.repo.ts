import { failingStates } from '../../../contract/links.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Links that a newsletter would name at most. */
const SHOWN = 5

/** The affiliate links of a post, and of the products that it shows, on which readers cannot buy. */
export async function listFailingLinks(db: Db, postId: number): Promise<string[]> {
  const products = db
    .selectFrom('post_references')
    .select('ref_id')
    .where('post_id', '=', postId)
    .where('kind', '=', 'product')
  const rows = await db
    .selectFrom('links')
    .select('links.url')
    .distinct()
    .innerJoin('link_uses', 'link_uses.link_id', 'links.id')
    .where('links.state', 'in', failingStates)
    .where((eb) =>
      eb.or([
        eb.and([eb('link_uses.kind', '=', 'post'), eb('link_uses.ref_id', '=', postId)]),
        eb.and([
          eb('link_uses.kind', '=', 'product'),
          eb('link_uses.place', '=', 'link'),
          eb('link_uses.ref_id', 'in', products),
        ]),
      ]),
    )
    .orderBy('links.url')
    .limit(SHOWN)
    .execute()
  return rows.map(({ url }) => url)
}
