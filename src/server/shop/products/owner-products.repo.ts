import { sql } from 'kysely'
import { toDecimal } from '../../../contract/prices.ts'
import type { OwnerProduct, OwnerProductListQuery, ProductInput } from '../../../contract/products.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { hasWords } from '../../platform/db/search-index.ts'
import { toProduct, withPicture } from './products.repo.ts'

type OwnerProductFilter = Pick<OwnerProductListQuery, 'q' | 'status' | 'category'>

/** The owner's list of products, inactive ones included. */
export const ownerProducts = createRowList({
  table: 'products',
  matching: (db, { q, status, category }: OwnerProductFilter) =>
    db
      .selectFrom('products')
      .where('products.deleted_at', 'is', null)
      .$if(status !== 'all', (query) => query.where('products.is_active', '=', status === 'active'))
      .$if(category !== undefined, (query) => query.where('products.category', '=', category!))
      .$if(Boolean(q), (query) => query.where(hasWords(db, 'products', q!))),
  sorts: {
    position: (direction) => [sql`products.position ${direction}`],
    name: (direction) => [sql`lower(products.name) ${direction}`],
    price: (direction) => [sql`products.price_minor ${direction}`],
    category: (direction) => [sql`products.category ${direction}`, sql`products.position ${direction}`],
    updatedAt: (direction) => [sql`products.updated_at ${direction}`],
  },
  defaultSort: 'position',
  descending: ['updatedAt'],
  read: readOwnerProducts,
})

/** The products of `ids`, in no particular order. */
async function readOwnerProducts(db: Db, ids: number[]): Promise<OwnerProduct[]> {
  const rows = await withPicture(db).where('products.id', 'in', ids).where('products.deleted_at', 'is', null).execute()
  return rows.map(toOwnerProduct)
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
