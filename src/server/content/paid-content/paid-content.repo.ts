import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Whether something that readers see was a gift, and whether a brand had a part in something, which its label says. */
export type PaidContent = { hasGifts: boolean; isPaid: boolean }

/** The sentences of the default affiliate disclosure about gifts and sponsors follow from it. */
export async function findPaidContent(db: Db): Promise<PaidContent> {
  const [hasGifts, isSponsored, isLabelled] = await Promise.all([
    hasProducts(db, 'gifted'),
    hasProducts(db, 'sponsored'),
    hasLabelledTexts(db),
  ])
  return { hasGifts, isPaid: isSponsored || isLabelled }
}

/** A scheduled text counts too, so that the page is right when it appears. A newsletter has no day of publication. */
async function hasLabelledTexts(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .leftJoin('newsletters', 'newsletters.post_id', 'posts.id')
    .select('posts.id')
    .where('posts.label', 'is not', null)
    .where('posts.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('posts.published_at', 'is not', null), eb('newsletters.state', '!=', 'draft')]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
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
