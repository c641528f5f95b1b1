import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { setPositions } from '../../../platform/db/positions.ts'
import { addRedirect } from '../../../platform/db/redirects.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { storeDerivedRows } from '../derived-rows.repo.ts'
import { revisionsOfChange, storeProductRevisions } from '../product-revisions.repo.ts'
import { toColumns } from '../product-rows.ts'
import { claimSlugs, listTakenSlugs, slugOf } from '../product-slugs.repo.ts'
import { takeFreeSlug } from '../product-slugs.ts'
import type { WrittenProduct } from './import-history.repo.ts'
import type { ProductRow } from './match-products.ts'
import type { Plan } from './plan-import.ts'

/** All products that are not deleted, in their order. */
export function readAllProducts(db: Db): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Locks the table until this transaction ends. Returns whether its products are still those of `readAllProducts`. */
export async function lockProducts(db: Db, products: ProductRow[]): Promise<boolean> {
  await lockTable(db, 'products')
  const current = await db
    .selectFrom('products')
    .select(['id', 'version', 'position'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return (
    current.length === products.length &&
    current.every(({ id, version, position }, index) => {
      const product = products[index]
      return id === product?.id && version === product.version && position === product.position
    })
  )
}

/** Rows in one statement; SQLite takes 32,766 values. */
const BATCH = 250

type Writes = Pick<Plan, 'creates' | 'updates' | 'moves'>

/** Carries out a plan, in a transaction that has locked the products for which it was made. Returns the written products. */
export async function writePlan(db: Db, { moves, ...plan }: Writes, now: string): Promise<WrittenProduct[]> {
  const written: WrittenProduct[] = []
  await setPositions(db, 'products', moves)
  const { creates, updates } = await withSlugs(db, plan, now)
  await inBatches(creates, async (some) => {
    const rows = some.map(({ input, position }) => ({
      ...toColumns(input),
      position,
      created_at: now,
      updated_at: now,
    }))
    const created = await db.insertInto('products').values(rows).returning(['id', 'position']).execute()
    await storeDerivedRows(
      db,
      created.map(({ id }) => id),
    )
    written.push(...created.map(({ id }) => ({ productId: id, version: 1, formerSlug: null })))
    const inputs = new Map(some.map(({ input, position }) => [position, input]))
    await storeProductRevisions(
      db,
      created.map(({ id, position }) => {
        const product = inputs.get(position)
        if (!product) throw new Error(`No product was planned for the position ${position}`)
        return { productId: id, version: 1, product, createdAt: now }
      }),
    )
  })
  await inBatches(updates, async (some) => {
    const [first] = some
    if (!first) return
    const rows = some.map(({ product: { id, position, created_at, version }, input }) => ({
      ...toColumns(input),
      id,
      position,
      created_at,
      updated_at: now,
      version: version + 1,
    }))
    await db
      .insertInto('products')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(toExcluded([...Object.keys(toColumns(first.input)), 'version', 'updated_at'])),
      )
      .execute()
    await storeDerivedRows(
      db,
      some.map(({ product }) => product.id),
    )
    await storeProductRevisions(
      db,
      some.flatMap(({ product, input }) => revisionsOfChange(product, input, now)),
    )
    written.push(
      ...some.map(({ product }) => ({
        productId: product.id,
        version: product.version + 1,
        formerSlug: slugOf(product),
      })),
    )
  })
  return written
}

/** The plan with a slug for each product; former slugs redirect. */
async function withSlugs(
  db: Db,
  { creates, updates }: Pick<Plan, 'creates' | 'updates'>,
  now: string,
): Promise<Pick<Plan, 'creates' | 'updates'>> {
  const taken = await listTakenSlugs(db)
  const all = [...creates, ...updates]
  for (const { input } of all) if (input.slug !== '') taken.add(input.slug)
  const complete = <Item extends (typeof all)[number]>(item: Item): Item => ({
    ...item,
    input: { ...item.input, slug: item.input.slug || takeFreeSlug(item.input.name, taken) },
  })
  const written = { creates: creates.map(complete), updates: updates.map(complete) }
  await claimSlugs(
    db,
    [...written.creates, ...written.updates].map(({ input }) => input.slug),
  )
  for (const { product, input } of written.updates)
    if (slugOf(product) !== input.slug)
      await addRedirect(db, { kind: 'products', slug: slugOf(product), targetId: product.id, now })
  return written
}

/** Sets columns to the values of the row that was not inserted. */
function toExcluded(columns: string[]) {
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]))
}

async function inBatches<Item>(items: Item[], write: (some: Item[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    await write(items.slice(from, from + BATCH))
    // Lets other requests run between batches.
    await setImmediate()
  }
}
