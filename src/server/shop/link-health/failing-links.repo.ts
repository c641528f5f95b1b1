import { failingStates } from '../../../contract/shop/links.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Links that a newsletter would name at most. */
const SHOWN = 5
const COUNTED_MAX = 1000

/** The affiliate links of a post, and of the products that it shows, on which readers cannot buy. */
export async function listFailingLinks(db: Db, postId: number): Promise<string[]> {
  const rows = await linksOf(db, postId)
    .where('links.state', 'in', failingStates)
    .orderBy('links.url')
    .limit(SHOWN)
    .execute()
  return rows.map(({ url }) => url)
}

/** How many of them no check has judged yet. */
export async function countUncheckedLinks(db: Db, postId: number): Promise<number> {
  return (await linksOf(db, postId).where('links.state', '=', 'new').limit(COUNTED_MAX).execute()).length
}

function linksOf(db: Db, postId: number) {
  const products = db
    .selectFrom('post_references')
    .select('ref_id')
    .where('post_id', '=', postId)
    .where('kind', '=', 'product')
  return db
    .selectFrom('links')
    .select('links.url')
    .distinct()
    .innerJoin('link_uses', 'link_uses.link_id', 'links.id')
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
}
