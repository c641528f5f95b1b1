import { toDecimal, toMinorUnits } from '../../../contract/prices.ts'
import type { ProductInput } from '../../../contract/product-fields.ts'
import type { OwnerProduct, Product } from '../../../contract/products.ts'
import { toPicture } from '../../platform/db/picture-columns.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

/** Columns of `products` that hold no field of `ProductInput`. */
type Managed = 'id' | 'position' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
type FieldColumns = Required<Omit<NewRow<'products'>, Managed>>

export function toColumns(product: ProductInput): FieldColumns {
  return {
    name: product.name,
    category: product.category,
    price_minor: toMinorUnits(product.price),
    currency: product.currency,
    image_url: product.imageUrl,
    image_alt: product.imageAlt,
    affiliate_link: product.affiliateLink,
    is_active: product.isActive,
  }
}

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

export type RowWithPicture = Row<'products'> & Parameters<typeof toPicture>[0]

export function toProduct(row: RowWithPicture): Product {
  return { id: row.id, ...toProductInput(row), picture: toPicture(row) }
}

export function toOwnerProduct(row: RowWithPicture): OwnerProduct {
  return {
    ...toProduct(row),
    position: row.position,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
