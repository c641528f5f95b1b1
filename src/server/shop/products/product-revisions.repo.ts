import { sql } from 'kysely'
import { blankFacts, type ProductFacts } from '../../../contract/shop/product-facts.ts'
import { blankProduct } from '../../../contract/shop/product-fields.ts'
import { PRODUCT_REVISIONS_MAX, type ProductRevision } from '../../../contract/shop/product-revisions.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { statedFacts } from './product-facts.ts'
import { type ProductContent, toContent } from './product-rows.ts'

export type NewProductRevision = { productId: number; version: number; product: ProductContent; createdAt: string }

/** Rows in one statement; SQLite takes 32,766 values. */
const BATCH = 1000

/**
 * Stores revisions unless they are stored already, and deletes those older than the newest `PRODUCT_REVISIONS_MAX`
 * versions. Call it after the products are written.
 */
export async function storeProductRevisions(db: Db, revisions: NewProductRevision[]): Promise<void> {
  for (let from = 0; from < revisions.length; from += BATCH) {
    const batch = revisions.slice(from, from + BATCH)
    await db
      .insertInto('product_revisions')
      .values(
        batch.map(({ productId, version, product, createdAt }) => ({
          product_id: productId,
          version,
          product: toJson(product),
          created_at: createdAt,
        })),
      )
      .onConflict((conflict) => conflict.columns(['product_id', 'version']).doNothing())
      .execute()
    const productIds = [...new Set(batch.map((revision) => revision.productId))]
    await db
      .deleteFrom('product_revisions')
      .where('product_id', 'in', productIds)
      .where('version', '<=', (eb) =>
        eb
          .selectFrom('products')
          .select((products) => products('products.version', '-', PRODUCT_REVISIONS_MAX).as('oldest'))
          .whereRef('products.id', '=', 'product_revisions.product_id'),
      )
      .execute()
  }
}

/** The states before and after a change; a seeded product has no revision of its first state yet. */
export function revisionsOfChange(before: Row<'products'>, after: ProductContent, now: string): NewProductRevision[] {
  const { id: productId, version, updated_at } = before
  return [
    { productId, version, product: toContent(before), createdAt: updated_at },
    { productId, version: version + 1, product: after, createdAt: now },
  ]
}

/** The revisions of a product, newest first. */
export async function listProductRevisions(db: Db, productId: number): Promise<ProductRevision[]> {
  const rows = await revisionsOf(db, productId).orderBy('version', 'desc').execute()
  return rows.map(toRevision)
}

export async function findProductRevision(db: Db, productId: number, id: number): Promise<ProductRevision | undefined> {
  const row = await revisionsOf(db, productId).where('id', '=', id).executeTakeFirst()
  return row && toRevision(row)
}

/** The values that the products of an import had before it, by product. */
export async function readProductsBefore(db: Db, importId: number): Promise<Map<number, ProductRevision['product']>> {
  const rows = await db
    .selectFrom('product_import_rows')
    .innerJoin('product_revisions', 'product_revisions.product_id', 'product_import_rows.product_id')
    .select(['product_revisions.product_id', 'product_revisions.product'])
    .where('product_import_rows.import_id', '=', importId)
    .where('product_import_rows.former_slug', 'is not', null)
    .whereRef('product_revisions.version', '=', sql`product_import_rows.version - 1`)
    .execute()
  return new Map(rows.map((row) => [row.product_id, withFacts(JSON.parse(row.product) as StoredRevision)]))
}

/** The page keeps its slug, whatever version of the product it shows. */
function toJson({ slug: _, facts, ...fields }: ProductContent): string {
  return JSON.stringify({ ...fields, facts: statedFacts(facts) })
}

function revisionsOf(db: Db, productId: number) {
  return db
    .selectFrom('product_revisions')
    .select(['id', 'version', 'product', 'created_at'])
    .where('product_id', '=', productId)
}

function toRevision({
  created_at,
  product,
  ...row
}: Pick<Row<'product_revisions'>, 'id' | 'version' | 'product' | 'created_at'>): ProductRevision {
  return { ...row, createdAt: created_at, product: withFacts(JSON.parse(product) as StoredRevision) }
}

type StoredRevision = Omit<ProductRevision['product'], 'facts'> & { facts?: Partial<ProductFacts> }

/**
 * A revision of an older version lacks later fields, which are blank, may have a decomposed category, and says nothing of
 * facts, so that restoring it keeps them.
 */
function withFacts({ facts, ...stored }: StoredRevision): ProductRevision['product'] {
  const fields = { ...blankProduct, ...stored, category: stored.category.normalize('NFC') }
  return facts ? { ...fields, facts: { ...blankFacts, ...facts } } : fields
}
