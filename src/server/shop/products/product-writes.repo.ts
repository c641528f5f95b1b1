import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { blankFacts } from '../../../contract/shop/product-facts.ts'
import type { ProductInput } from '../../../contract/shop/product-fields.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { nextPosition, renumber, shiftDown } from '../../platform/db/positions.ts'
import { addRedirect } from '../../platform/db/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Named, softDelete, undelete } from '../../platform/db/soft-delete.ts'
import type { Change, Saved } from '../../platform/db/versioned-rows.ts'
import { storeDerivedRows, toTermKey } from './derived-rows.repo.ts'
import { mergeFacts } from './product-facts.ts'
import { revisionsOfChange, storeProductRevisions } from './product-revisions.repo.ts'
import { type ProductContent, toColumns, toContent } from './product-rows.ts'
import { claimSlugs, fillSlugs, isSlugTaken, listTakenSlugs } from './product-slugs.repo.ts'
import { slugStart, takeFreeSlug } from './product-slugs.ts'
import { createProduct, listProductCategories, readOwnerProduct } from './products.repo.ts'

/** Writes run in a transaction that locks the table, since an import compares all products. */

const name = sql.ref<string>('name')

/** Creates a product at the end of the shop. */
export async function writeNewProduct(db: Db, input: ProductInput, now: string): Promise<OwnerProduct> {
  await lockTable(db, 'products')
  if (input.slug && (await isSlugTaken(db, input.slug))) throw slugTaken()
  const slug = input.slug || (await makeSlug(db, input.name))
  await claimSlugs(db, [slug])
  const content = { ...input, slug, facts: mergeFacts(blankFacts, input.facts) }
  const position = await nextPosition(db, 'products')
  const id = await createProduct(db, { ...toColumns(content), position, created_at: now, updated_at: now })
  await storeDerivedRows(db, [id])
  await storeProductRevisions(db, [{ productId: id, version: 1, product: content, createdAt: now }])
  return readOwnerProduct(db, id)
}

/** Saves a product as its next version, unless nothing has changed; undefined if it does not exist. */
export async function writeProduct(
  db: Db,
  id: number,
  { input, version, now }: Change<ProductInput>,
): Promise<Saved<OwnerProduct> | undefined> {
  await lockTable(db, 'products')
  const row = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (version !== undefined && version !== row.version) return { row: await readOwnerProduct(db, id), isStale: true }
  const before = toContent(row)
  const content = { ...input, slug: input.slug ?? before.slug, facts: mergeFacts(before.facts, input.facts) }
  if (content.slug !== '' && content.slug !== before.slug && (await isSlugTaken(db, content.slug, id)))
    throw slugTaken()
  if (!isDeepStrictEqual(before, content)) {
    content.slug = await moveSlug(db, { id, before, content, now })
    await db
      .updateTable('products')
      .set({ ...toColumns(content), version: row.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
    await storeDerivedRows(db, [id])
    await storeProductRevisions(db, revisionsOfChange(row, content, now))
  }
  return { row: await readOwnerProduct(db, id), isStale: false }
}

const slugTaken = () => new Rejection('Another product has this slug. Please choose another one.', 'slug')

/** The slug to write: an empty one is made from the name, and a former one redirects. */
async function moveSlug(
  db: Db,
  { id, before, content, now }: { id: number; before: ProductContent; content: ProductContent; now: string },
): Promise<string> {
  if (content.slug === before.slug) return before.slug
  const slug = content.slug || (await makeSlug(db, content.name, before.slug))
  if (slug === before.slug) return slug
  await claimSlugs(db, [slug])
  await addRedirect(db, { kind: 'products', slug: before.slug, targetId: id, now })
  return slug
}

async function makeSlug(db: Db, productName: string, own?: string): Promise<string> {
  const taken = await listTakenSlugs(db, slugStart(productName))
  if (own !== undefined) taken.delete(own)
  return takeFreeSlug(productName, taken)
}

/** Deletes products; their clicks and totals stay. Returns those that existed. */
export async function deleteProducts(db: Db, ids: number[], now: string): Promise<Named[]> {
  await lockTable(db, 'products')
  const deleted = await softDelete(db, 'products', { ids, now, name })
  await renumber(db, 'products')
  return deleted
}

/** Restores deleted products to their former positions. Returns them. */
export async function restoreProducts(db: Db, ids: number[]): Promise<Named[]> {
  await lockTable(db, 'products')
  const rows = await db
    .selectFrom('products')
    .select(['id', 'position'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const restored: Named[] = []
  for (const { id, position } of rows) {
    await shiftDown(db, 'products', position)
    restored.push(...(await undelete(db, 'products', { ids: [id], name })))
  }
  await renumber(db, 'products')
  await fillSlugs(
    db,
    rows.map(({ id }) => id),
  )
  return restored
}

/**
 * Gives the products of a category another one, deleted ones included; the others get a revision. Returns how many those are,
 * undefined if no product has the category. Throws a `Rejection` unless another product has the other one.
 */
export async function mergeCategories(
  db: Db,
  { from, into, now }: { from: string; into: string; now: string },
): Promise<number | undefined> {
  await lockTable(db, 'products')
  const categories = await listProductCategories(db, { withInactive: true })
  if (!categories.includes(from)) return undefined
  if (from === into || !categories.includes(into))
    throw new Rejection('Please choose another category to merge it into', 'into')
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('category', '=', from)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  await db
    .updateTable('products')
    .set((eb) => ({ category: into, version: eb('version', '+', 1), updated_at: now }))
    .where('category', '=', from)
    .where('deleted_at', 'is', null)
    .execute()
  await db.updateTable('products').set({ category: into }).where('category', '=', from).execute()
  await storeProductRevisions(
    db,
    rows.flatMap((row) => revisionsOfChange(row, { ...toContent(row), category: into }, now)),
  )
  return rows.length
}

/**
 * Gives the products with a concern another one instead, deleted ones included; the others get a revision. Returns how many those
 * are, undefined if no product has the concern. Throws a `Rejection` unless a product has the other one.
 */
export async function mergeConcerns(
  db: Db,
  { from, into, now }: { from: string; into: string; now: string },
): Promise<number | undefined> {
  await lockTable(db, 'products')
  const rows = await productsOfConcern(db, from).selectAll('products').orderBy('products.id').execute()
  if (rows.length === 0) return undefined
  const other = await productsOfConcern(db, into).select('product_terms.label').executeTakeFirst()
  if (toTermKey(from) === toTermKey(into) || !other)
    throw new Rejection('Please choose another concern to merge it into', 'into')
  const changes = rows.map((row) => ({ row, content: withConcern(toContent(row), { from, into: other.label }) }))
  for (const { row, content } of changes)
    await db
      .updateTable('products')
      .set({
        facts: toColumns(content).facts,
        ...(row.deleted_at === null && { version: row.version + 1, updated_at: now }),
      })
      .where('id', '=', row.id)
      .execute()
  await storeDerivedRows(
    db,
    rows.map(({ id }) => id),
  )
  const present = changes.filter(({ row }) => row.deleted_at === null)
  await storeProductRevisions(
    db,
    present.flatMap(({ row, content }) => revisionsOfChange(row, content, now)),
  )
  return present.length
}

function productsOfConcern(db: Db, concern: string) {
  return db
    .selectFrom('products')
    .innerJoin('product_terms', 'product_terms.product_id', 'products.id')
    .where('product_terms.kind', '=', 'concern')
    .where('product_terms.key', '=', toTermKey(concern))
}

/** With one concern in place of another one, or without the latter if it has both. */
function withConcern(content: ProductContent, { from, into }: { from: string; into: string }): ProductContent {
  const { concerns } = content.facts
  const keys = concerns.map(toTermKey)
  const hasBoth = keys.includes(toTermKey(into))
  const changed = concerns.flatMap((label, at) => {
    if (keys[at] !== toTermKey(from)) return [label]
    return hasBoth || keys.indexOf(keys[at]) < at ? [] : [into]
  })
  return { ...content, facts: { ...content.facts, concerns: changed } }
}

/** Shows or hides products. Returns those that changed. */
export async function setActive(
  db: Db,
  { ids, isActive, now }: { ids: number[]; isActive: boolean; now: string },
): Promise<Named[]> {
  await lockTable(db, 'products')
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .where('is_active', '=', !isActive)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length === 0) return []
  const withoutLink = rows.find((row) => isActive && row.affiliate_link === '')
  if (withoutLink) throw new Rejection(`“${withoutLink.name}” has no affiliate link yet. Nothing was activated.`)
  await db
    .updateTable('products')
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
  await storeProductRevisions(
    db,
    rows.flatMap((row) => revisionsOfChange(row, { ...toContent(row), isActive }, now)),
  )
  return rows.map(({ id, name }) => ({ id, name }))
}
