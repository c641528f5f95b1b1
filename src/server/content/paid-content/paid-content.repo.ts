import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Whether something that readers see was a gift, and whether something was paid for by a brand. */
export type PaidContent = { hasGifts: boolean; isPaid: boolean }

/** The sentences of the default affiliate disclosure about gifts and sponsors follow from it. */
export async function findPaidContent(db: Db): Promise<PaidContent> {
  const [hasGifts, isPaid] = await Promise.all([hasProducts(db, 'gifted'), hasProducts(db, 'sponsored')])
  return { hasGifts, isPaid }
}

async function hasProducts(db: Db, obtained: ProductFacts['obtained']): Promise<boolean> {
  const found = await db
    .selectFrom('products')
    .select('id')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(isObtained(obtained))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The quotes of a text within the stored JSON are escaped, so only the fact itself matches. */
function isObtained(obtained: ProductFacts['obtained']): RawBuilder<SqlBool> {
  return sql<SqlBool>`facts like ${`%"obtained":"${obtained}"%`}`
}
