import type { Db } from '../../platform/db/schema.ts'
import { mergeCategories } from '../../shop/products/product-writes.repo.ts'
import { retargetMenus } from '../menus/menus.repo.ts'

/** Gives the products of a category another one, and leads menus there; in a transaction. Undefined if no product has it. */
export async function mergeProductCategories(
  db: Db,
  { from, into, now }: { from: string; into: string; now: string },
): Promise<{ moved: number } | undefined> {
  const moved = await mergeCategories(db, { from, into, now })
  if (moved === undefined) return undefined
  const lead = { kind: 'shop-category', name: into } as const
  await retargetMenus(db, (target) => (target.kind === 'shop-category' && target.name === from ? lead : target), now)
  return { moved }
}
