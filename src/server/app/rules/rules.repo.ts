import { sql } from 'kysely'
import { RULE_PLACES, type Rule } from '../../../contract/app/rules.ts'
import type { LinkReason } from '../../../contract/shop/links.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isInUse } from '../../shop/link-health/link-uses.repo.ts'

type Places = { places: Rule['places']; total: number }

/** Links in use whose last check found one of the reasons and was not acknowledged: the first ones, and how many there are. */
export async function findLinksByReason(db: Db, reasons: LinkReason[]): Promise<Places> {
  const rows = await db
    .selectFrom('links')
    .select(['id', 'url', sql<number | string>`count(*) over ()`.as('total')])
    .where(isInUse)
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

/** Public and scheduled posts and pages whose HTML contains one of the texts, those changed last. */
export async function listTextsWith(db: Db, parts: readonly string[], limit: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'content', 'kind'])
    .where('kind', 'in', ['post', 'page'])
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .where((eb) => eb.or(parts.map((part) => eb('content', 'like', `%${part}%`))))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Public and scheduled posts without a label that show a product which was a gift or paid for: the first ones, and how many. */
export async function findUnlabelledPosts(db: Db): Promise<Places> {
  const showing = db
    .selectFrom('post_references')
    .innerJoin('products', 'products.id', 'post_references.ref_id')
    .select('post_references.post_id')
    .where('post_references.kind', '=', 'product')
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    // Quotes of a text within the stored JSON are escaped, so only the fact itself matches.
    .where((eb) => eb.or(['gifted', 'sponsored'].map((way) => eb('products.facts', 'like', `%"obtained":"${way}"%`))))
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', sql<number | string>`count(*) over ()`.as('total')])
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .where('label', 'is', null)
    .where('id', 'in', showing)
    .orderBy('title')
    .limit(RULE_PLACES)
    .execute()
  return {
    places: rows.map(({ id, title }) => ({ label: title, href: `/admin/posts/${id}` })),
    total: Number(rows[0]?.total ?? 0),
  }
}

/** The affiliate links of active products with a typed price. */
export async function listPricedLinks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('affiliate_link')
    .where('price_minor', '>', 0)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.affiliate_link)
}
