import { sql } from 'kysely'
import type { Page } from '../../../contract/paths.ts'
import { toDecimal } from '../../../contract/prices.ts'
import type { Product } from '../../../contract/products.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import { findByWords, findSimilar } from '../../platform/db/search-index.ts'

export type ProductFilter = {
  limit: number
  /** From 1. */
  page?: number
  category?: string
}

/** Active products in the owner's order. */
export async function listProducts(db: Db, { limit, page, category }: ProductFilter): Promise<Page<Product>> {
  const active = db
    .selectFrom('products')
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    .$if(category !== undefined, (query) => query.where('products.category', '=', category!))
  const { total } = await active.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await withPicture(db)
    .where('products.id', 'in', (eb) =>
      eb
        .selectFrom(
          active
            .select('products.id')
            .orderBy('products.position')
            .orderBy('products.id')
            .limit(limit)
            .offset(((page ?? 1) - 1) * limit)
            .as('chosen'),
        )
        .select('chosen.id'),
    )
    .orderBy('products.position')
    .orderBy('products.id')
    .execute()
  return { items: rows.map(toProduct), total: Number(total) }
}

/** The distinct categories of active products, or of all, by name. */
export async function listProductCategories(db: Db, { withInactive = false } = {}): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('category')
    .distinct()
    .$if(!withInactive, (query) => query.where('is_active', '=', true))
    .where('deleted_at', 'is', null)
    .orderBy('category')
    .execute()
  return rows.map((row) => row.category)
}

/** Active products for a term, best first; `searchSimilarProducts` for a term with a typo. */
export async function searchProducts(db: Db, term: string, limit: number): Promise<Product[]> {
  return productsByIds(db, await findByWords(db, 'products', term, { limit, where: isActive }))
}

export async function searchSimilarProducts(db: Db, term: string, limit: number): Promise<Product[]> {
  return productsByIds(db, await findSimilar(db, 'products', term, { limit, where: isActive }))
}

/** The active products that have one of the ids or one of the affiliate links. */
export async function findActiveProducts(
  db: Db,
  { ids, affiliateLinks }: { ids: number[]; affiliateLinks: string[] },
): Promise<Product[]> {
  if (ids.length + affiliateLinks.length === 0) return []
  const allIds = db.selectFrom('products').select('id')
  // `in ()` is no SQL; no product has the id 0 or an empty link.
  const withId = allIds.where('id', 'in', [0, ...ids])
  const withLink = allIds.where('affiliate_link', 'in', ['', ...affiliateLinks])
  const rows = await withPicture(db)
    // Two searches of an index each; with `or` a database may choose to read every active product.
    .where('products.id', 'in', withId.unionAll(withLink))
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    .execute()
  return rows.map(toProduct)
}

export async function createProduct(db: Db, product: NewRow<'products'>): Promise<number> {
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
  return id
}

const isActive = sql`products.is_active = ${true} and products.deleted_at is null`

async function productsByIds(db: Db, ids: number[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await withPicture(db).where('products.id', 'in', ids).execute()
  return rows.map(toProduct).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Products with the columns of their pictures; deleted ones are for the caller to leave out. */
export function withPicture(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('images', 'images.url', 'products.image_url')
    .selectAll('products')
    .select(pictureColumns)
}

export function toProduct(row: Row<'products'> & Parameters<typeof toPicture>[0]): Product {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    price: toDecimal(row.price_minor),
    currency: row.currency,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    affiliateLink: row.affiliate_link,
    isActive: Boolean(row.is_active),
    picture: toPicture(row),
  }
}
