import { isDeepStrictEqual } from 'node:util'
import { toMinorUnits } from '../../../contract/prices.ts'
import type { OwnerProduct, ProductInput, ProductOrder } from '../../../contract/products.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { moveTo, nextPosition, permute, renumber, shiftDown } from '../../platform/db/positions.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import { findOwnerProduct, toProductInput } from './owner-products.repo.ts'
import { createProduct } from './products.repo.ts'

/** What is written here belongs in a transaction, and takes its turn: an import looks at all products at once. */

/** Creates a product at the end of the shop. */
export async function writeNewProduct(db: Db, input: ProductInput, now: string): Promise<OwnerProduct> {
  await lockTable(db, 'products')
  const position = await nextPosition(db, 'products')
  const id = await createProduct(db, { ...toColumns(input), position, created_at: now, updated_at: now })
  return (await findOwnerProduct(db, id))!
}

export type ProductChange = {
  input: ProductInput
  /** The version that the writer saw; without it the newest state is overwritten. */
  version?: number
  now: string
}

export type SaveOutcome =
  | { kind: 'saved'; product: OwnerProduct }
  | { kind: 'missing' }
  /** Somebody saved it since the version that the writer saw. */
  | { kind: 'stale'; current: OwnerProduct }

/** Saves a product as its next version; what changes nothing makes no version. */
export async function writeProduct(db: Db, id: number, { input, version, now }: ProductChange): Promise<SaveOutcome> {
  await lockTable(db, 'products')
  const row = await findLive(db, id)
  if (!row) return { kind: 'missing' }
  const current = async () => (await findOwnerProduct(db, id))!
  if (version !== undefined && version !== row.version) return { kind: 'stale', current: await current() }
  const product = wellFormed(input)
  if (!isDeepStrictEqual(toProductInput(row), product)) {
    await db
      .updateTable('products')
      .set({ ...toColumns(product), version: row.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
  }
  return { kind: 'saved', product: await current() }
}

/** Deletes products; their clicks and totals stay. Answers the names of those that were there. */
export async function deleteProducts(db: Db, ids: number[], now: string): Promise<string[]> {
  await lockTable(db, 'products')
  const rows = await db
    .updateTable('products')
    .set({ deleted_at: now })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  await renumber(db, 'products')
  return rows.map((row) => row.name)
}

/** Brings deleted products back to the places that they had. Answers their names. */
export async function restoreProducts(db: Db, ids: number[]): Promise<string[]> {
  await lockTable(db, 'products')
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'position'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const { id, position } of rows) {
    await shiftDown(db, 'products', position)
    await db.updateTable('products').set({ deleted_at: null }).where('id', '=', id).execute()
  }
  await renumber(db, 'products')
  return rows.map((row) => row.name)
}

/** Shows products in the shop, or takes them out of it. Answers the names of those that changed. */
export async function setActive(db: Db, ids: number[], isActive: boolean, now: string): Promise<string[]> {
  await lockTable(db, 'products')
  const rows = await db
    .updateTable('products')
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where('is_active', '=', !isActive)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  return rows.map((row) => row.name)
}

/** Answers the names of the moved, or undefined where one of them is not there; then nothing has moved. */
export async function orderProducts(db: Db, { ids, position }: ProductOrder): Promise<string[] | undefined> {
  await lockTable(db, 'products')
  const rows = await db
    .selectFrom('products')
    .select('name')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < ids.length) return undefined
  if (position === undefined) await permute(db, 'products', ids)
  else await moveTo(db, 'products', ids, position)
  return rows.map((row) => row.name)
}

export function toColumns(input: ProductInput): Omit<NewRow<'products'>, 'position' | 'created_at' | 'updated_at'> {
  const product = wellFormed(input)
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

function findLive(db: Db, id: number): Promise<Row<'products'> | undefined> {
  return db.selectFrom('products').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Half a character is none in any database. */
function wellFormed(input: ProductInput): ProductInput {
  return {
    ...input,
    name: input.name.toWellFormed(),
    category: input.category.toWellFormed(),
    imageAlt: input.imageAlt.toWellFormed(),
    imageUrl: input.imageUrl.toWellFormed(),
    affiliateLink: input.affiliateLink.toWellFormed(),
  }
}
