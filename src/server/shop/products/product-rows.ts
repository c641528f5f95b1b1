import { toMinorUnits } from '../../../contract/shop/money.ts'
import { obtainedLabel } from '../../../contract/shop/obtained.ts'
import { priceOf } from '../../../contract/shop/priced.ts'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { ProductInput } from '../../../contract/shop/product-fields.ts'
import type { OwnerProduct, Product } from '../../../contract/shop/products.ts'
import { toPicture } from '../../platform/db/picture-columns.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import { parseFacts, statedFacts } from './product-facts.ts'
import { slugOf } from './product-slugs.repo.ts'

/** Columns of `products` that hold no field of `ProductInput`. */
type Managed = 'id' | 'position' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
type FieldColumns = Required<Omit<NewRow<'products'>, Managed>>

/** Everything that the owner edits, with nothing absent. */
export type ProductContent = Omit<ProductInput, 'slug' | 'facts'> & { slug: string; facts: ProductFacts }

export function toColumns(product: ProductContent): FieldColumns {
  return {
    name: product.name,
    category: product.category,
    price_minor: product.price === '' ? 0 : toMinorUnits(product.price, product.currency),
    currency: product.currency,
    image_url: product.imageUrl,
    image_alt: product.imageAlt,
    affiliate_link: product.affiliateLink,
    is_active: product.isActive,
    slug: product.slug,
    facts: JSON.stringify(statedFacts(product.facts)),
    rating_halves: product.facts.rating === null ? null : product.facts.rating * 2,
  }
}

export function toContent(row: Row<'products'>): ProductContent {
  return {
    name: row.name,
    category: row.category,
    price: priceOf(row.price_minor, row.currency),
    currency: row.currency,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    affiliateLink: row.affiliate_link,
    isActive: Boolean(row.is_active),
    slug: slugOf(row),
    facts: parseFacts(row.facts),
  }
}

export type RowWithPicture = Row<'products'> & Parameters<typeof toPicture>[0]

export function toProduct(row: RowWithPicture): Product {
  const content = toContent(row)
  const label = obtainedLabel(content.facts)
  return {
    id: row.id,
    ...content,
    picture: toPicture(row),
    ...(label ? { obtainedLabel: label } : {}),
  }
}

export function toOwnerProduct(row: RowWithPicture): OwnerProduct {
  return {
    ...toProduct(row),
    position: row.position,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}
