import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { setPositions } from '../../../platform/db/positions.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { revisionsOfChange, storeProductRevisions } from '../product-revisions.repo.ts'
import { toColumns } from '../product-rows.ts'
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

/** Like `readAllProducts`, with the table locked until this transaction ends. */
export async function lockAllProducts(db: Db): Promise<ProductRow[]> {
  await lockTable(db, 'products')
  return readAllProducts(db)
}

/** Rows in one statement; SQLite takes 32,766 values. */
const BATCH = 250

/** Carries out a plan, in the transaction in which it was made. */
export async function writePlan(db: Db, { creates, updates, moves }: Plan, now: string): Promise<void> {
  await setPositions(db, 'products', moves)
  await inBatches(creates, async (some) => {
    const rows = some.map(({ input, position }) => ({
      ...toColumns(input),
      position,
      created_at: now,
      updated_at: now,
    }))
    const created = await db.insertInto('products').values(rows).returning(['id', 'position']).execute()
    const inputs = new Map(some.map(({ input, position }) => [position, input]))
    await storeProductRevisions(
      db,
      created.map(({ id, position }) => ({
        productId: id,
        version: 1,
        product: inputs.get(position)!,
        createdAt: now,
      })),
    )
  })
  await inBatches(updates, async (some) => {
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
          .doUpdateSet(toExcluded([...Object.keys(toColumns(some[0]!.input)), 'version', 'updated_at'])),
      )
      .execute()
    await storeProductRevisions(
      db,
      some.flatMap(({ product, input }) => revisionsOfChange(product, input, now)),
    )
  })
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
