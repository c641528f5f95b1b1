import { sql } from 'kysely'
import { toDecimal } from '../../../contract/prices.ts'
import type { OwnerProduct, OwnerProductListQuery, ProductInput } from '../../../contract/products.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { hasWords } from '../../platform/db/search-index.ts'
import { toProduct, withPicture } from './products.repo.ts'

export type OwnerProductFilter = Omit<OwnerProductListQuery, 'page' | 'limit'>

/** How many products, inactive ones included, a filter leaves. */
export async function countOwnerProducts(db: Db, filter: OwnerProductFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The ids of the products that a filter leaves, in its order; all of them without a window. */
export async function listOwnerProductIds(
  db: Db,
  filter: OwnerProductFilter,
  window?: { limit: number; offset: number },
): Promise<number[]> {
  const sort = filter.sort ?? 'position'
  const direction = filter.direction ?? (sort === 'updatedAt' ? 'desc' : 'asc')
  const rows = await matching(db, filter)
    .select('products.id')
    .$if(sort === 'position', (query) => query.orderBy('products.position', direction))
    .$if(sort === 'name', (query) => query.orderBy(sql`lower(products.name)`, direction))
    .$if(sort === 'price', (query) => query.orderBy('products.price_minor', direction))
    .$if(sort === 'category', (query) =>
      query.orderBy('products.category', direction).orderBy('products.position', direction),
    )
    .$if(sort === 'updatedAt', (query) => query.orderBy('products.updated_at', direction))
    .orderBy('products.id', direction)
    .$if(window !== undefined, (query) => query.limit(window!.limit).offset(window!.offset))
    .execute()
  return rows.map((row) => row.id)
}

/** The products of `ids`, in their order. */
export async function readOwnerProducts(db: Db, ids: number[]): Promise<OwnerProduct[]> {
  if (ids.length === 0) return []
  const rows = await withPicture(db).where('products.id', 'in', ids).where('products.deleted_at', 'is', null).execute()
  const products = new Map(rows.map((row) => [row.id, toOwnerProduct(row)]))
  return ids.flatMap((id) => products.get(id) ?? [])
}

/** A product as it is stored, active or not. */
export async function findOwnerProduct(db: Db, id: number): Promise<OwnerProduct | undefined> {
  return (await readOwnerProducts(db, [id]))[0]
}

/** The fields of a row that its owner writes. */
export function toProductInput(row: Row<'products'>): ProductInput {
  return {
    name: row.name,
    category: row.category,
    price: toDecimal(row.price_minor),
    currency: row.currency,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    affiliateLink: row.affiliate_link,
    isActive: Boolean(row.is_active),
  }
}

function toOwnerProduct(row: Parameters<typeof toProduct>[0]): OwnerProduct {
  return {
    ...toProduct(row),
    position: row.position,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function matching(db: Db, { q, status, category }: OwnerProductFilter) {
  return db
    .selectFrom('products')
    .where('products.deleted_at', 'is', null)
    .$if(status !== 'all', (query) => query.where('products.is_active', '=', status === 'active'))
    .$if(category !== undefined, (query) => query.where('products.category', '=', category!))
    .$if(Boolean(q), (query) => query.where(hasWords(db, 'products', q!)))
}
