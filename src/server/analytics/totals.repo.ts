import { sql } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

type Sums = { clicks?: number; filtered_clicks?: number; conversions?: number; revenue_minor?: number }

/** Stands in the sums for what belongs to no product. */
export const NO_PRODUCT = 0

/** Adds a person's click to the sums of its day. Like its siblings it belongs in the transaction of what it counts. */
export async function addClick(
  db: Db,
  { day, productId, postId }: { day: string; productId: number | null; postId: number | null },
): Promise<void> {
  const month = monthOf(day)
  if (postId !== null) {
    await add(db, 'daily_post_totals', { day, post_id: postId }, { clicks: 1 })
    await add(db, 'monthly_post_totals', { month, post_id: postId }, { clicks: 1 })
  }
  await addToProduct(db, day, productId, { clicks: 1 })
}

/** Adds a click that is no person's. */
export async function addFilteredClick(
  db: Db,
  { day, productId, reason }: { day: string; productId: number | null; reason: string },
): Promise<void> {
  await add(db, 'daily_totals', { day, product_id: productId ?? NO_PRODUCT }, { filtered_clicks: 1 })
  await add(db, 'daily_filtered_totals', { day, reason }, { clicks: 1 })
}

/** Adds conversions with their revenue; negative numbers take them back. */
export async function addConversions(
  db: Db,
  {
    day,
    productId,
    count,
    revenueMinor,
  }: { day: string; productId: number | null; count: number; revenueMinor: number },
): Promise<void> {
  await addToProduct(db, day, productId, { conversions: count, revenue_minor: revenueMinor })
}

async function addToProduct(db: Db, day: string, productId: number | null, sums: Sums): Promise<void> {
  const product_id = productId ?? NO_PRODUCT
  await add(db, 'daily_totals', { day, product_id }, sums)
  await add(db, 'monthly_totals', { month: monthOf(day), product_id }, sums)
  // The one row that all clicks of a day share comes last, so that they wait for each other the shortest.
  await add(db, 'daily_site_totals', { day }, sums)
}

/** Adds to the row of `key`, which is made where it is missing. */
async function add(db: Db, table: keyof Schema, key: Record<string, string | number>, sums: Sums): Promise<void> {
  const columns = [...Object.keys(key), ...Object.keys(sums)].map((column) => sql.ref(column))
  const values = [...Object.values(key), ...Object.values(sums)]
  const added = Object.keys(sums).map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})
    on conflict (${sql.join(Object.keys(key).map((column) => sql.ref(column)))})
    do update set ${sql.join(added)}`.execute(db)
}

function monthOf(day: string): string {
  return day.slice(0, 7)
}
