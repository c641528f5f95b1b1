import { findRedirectTarget } from '../src/server/platform/db/redirects.ts'
import type { Db } from '../src/server/platform/db/schema.ts'

/** The active product that a slug leads to: its own one or a former one. */
export async function findProductId(db: Db, slug: string): Promise<number | undefined> {
  const active = db.selectFrom('products').select('id').where('is_active', '=', true).where('deleted_at', 'is', null)
  const own = await active.where('slug', '=', slug).executeTakeFirst()
  if (own) return own.id
  const target = await findRedirectTarget(db, 'products', slug)
  return target && (await active.where('id', '=', target).executeTakeFirst())?.id
}
