import { setImmediate } from 'node:timers/promises'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { setPositions } from '../../../platform/db/positions.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { toColumns } from '../product-writes.repo.ts'
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

/** Like `readAllProducts`, and nobody else writes one before this transaction ends. */
export async function lockAllProducts(db: Db): Promise<ProductRow[]> {
  await lockTable(db, 'products')
  return readAllProducts(db)
}

/** Rows in one statement; SQLite takes 32,766 values. */
const BATCH = 250

/** Does what a plan says. Belongs in the transaction in which the plan was made. */
export async function writePlan(db: Db, { creates, updates, moves }: Plan, now: string): Promise<void> {
  await setPositions(db, 'products', moves)
  await inBatches(creates, async (some) => {
    const rows = some.map(({ input, position }) => ({
      ...toColumns(input),
      position,
      created_at: now,
      updated_at: now,
    }))
    await db.insertInto('products').values(rows).execute()
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
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          category: eb.ref('excluded.category'),
          price_minor: eb.ref('excluded.price_minor'),
          currency: eb.ref('excluded.currency'),
          image_url: eb.ref('excluded.image_url'),
          image_alt: eb.ref('excluded.image_alt'),
          affiliate_link: eb.ref('excluded.affiliate_link'),
          is_active: eb.ref('excluded.is_active'),
          updated_at: eb.ref('excluded.updated_at'),
          version: eb.ref('excluded.version'),
        })),
      )
      .execute()
  })
}

async function inBatches<Item>(items: Item[], write: (some: Item[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    await write(items.slice(from, from + BATCH))
    // Readers get a turn between.
    await setImmediate()
  }
}
