import { sql } from 'kysely'
import { insertRows } from '../../platform/db/json-rows.ts'
import type { Db, Schema } from '../../platform/db/schema.ts'

type Cells = Record<string, string | number | null>

/** The product id of sums without a product. */
export const NO_PRODUCT = 0

export type ClickToCount = {
  day: string
  productId: number | null
  postId: number | null
  /** Null for a person's click. */
  filteredReason: string | null
}

/**
 * Adds clicks to the sums of their days, filtered ones separately; with `each` as -1 takes them back. Runs in the
 * transaction that inserts the clicks, as `addConversions` does.
 */
export async function addClicks(db: Db, clicks: readonly ClickToCount[], each: 1 | -1 = 1): Promise<void> {
  const rows = clicks.map(({ day, productId, postId, filteredReason }) => ({
    day,
    month: monthOf(day),
    product_id: productId ?? NO_PRODUCT,
    post_id: postId,
    reason: filteredReason,
    clicks: filteredReason === null ? each : 0,
    filtered_clicks: filteredReason === null ? 0 : each,
  }))
  const people = rows.filter((row) => row.reason === null)
  const inPosts = people.filter((row) => row.post_id !== null)
  const filtered = rows.filter((row) => row.reason !== null).map((row) => ({ ...row, clicks: each }))
  await addToSums(db, 'daily_post_totals', ['day', 'post_id'], ['clicks'], inPosts)
  await addToSums(db, 'monthly_post_totals', ['month', 'post_id'], ['clicks'], inPosts)
  await addToSums(db, 'daily_filtered_totals', ['day', 'reason'], ['clicks'], filtered)
  await addToSums(db, 'daily_totals', ['day', 'product_id'], ['clicks', 'filtered_clicks'], rows)
  await addToMonthAndSite(db, ['clicks'], people)
}

/** Adds conversions with their revenue, for versions before that read these sums; negative numbers take them back. */
export async function addConversions(
  db: Db,
  {
    day,
    productId,
    count,
    revenueMinor,
  }: { day: string; productId: number | null; count: number; revenueMinor: number },
): Promise<void> {
  const product_id = productId ?? NO_PRODUCT
  const rows = [{ day, month: monthOf(day), product_id, conversions: count, revenue_minor: revenueMinor }]
  await addToSums(db, 'daily_totals', ['day', 'product_id'], ['conversions', 'revenue_minor'], rows)
  await addToMonthAndSite(db, ['conversions', 'revenue_minor'], rows)
}

/** Deletes sums of zero, which remain where `addClicks` and `addConversions` took back all that they had counted. */
export async function deleteEmptySums(db: Db, firstDay: string, lastDay: string): Promise<void> {
  const days = sql`day >= ${firstDay} and day <= ${lastDay}`
  const months = sql`month >= ${monthOf(firstDay)} and month <= ${monthOf(lastDay)}`
  const noSales = sql`clicks = 0 and conversions = 0 and revenue_minor = 0`
  await sql`delete from daily_totals where ${days} and ${noSales} and filtered_clicks = 0`.execute(db)
  await sql`delete from daily_site_totals where ${days} and ${noSales}`.execute(db)
  await sql`delete from monthly_totals where ${months} and ${noSales}`.execute(db)
  await sql`delete from daily_filtered_totals where ${days} and clicks = 0`.execute(db)
  await sql`delete from daily_post_totals where ${days} and clicks = 0`.execute(db)
  await sql`delete from monthly_post_totals where ${months} and clicks = 0`.execute(db)
}

async function addToMonthAndSite(db: Db, sums: string[], rows: readonly Cells[]): Promise<void> {
  await addToSums(db, 'monthly_totals', ['month', 'product_id'], sums, rows)
  // The one row that all clicks of a day share comes last, so that they wait for each other the shortest.
  await addToSums(db, 'daily_site_totals', ['day'], sums, rows)
}

/**
 * Adds to the rows of `keys`, which are made where they are missing. Rows of the same key are added up first, and all
 * come in one order, so that two processes that add to the same ones never wait for each other in a circle.
 */
export async function addToSums(
  db: Db,
  table: keyof Schema,
  keys: string[],
  sums: string[],
  rows: readonly Cells[],
): Promise<void> {
  if (rows.length === 0) return
  const byKey = new Map<string, Cells>()
  for (const row of rows) {
    const key = keys.map((column) => String(row[column]).padStart(12, '0')).join(' ')
    const known = byKey.get(key)
    if (!known) byKey.set(key, { ...row })
    else for (const sum of sums) known[sum] = Number(known[sum]) + Number(row[sum])
  }
  const ordered = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const added = sums.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  await sql`
    ${insertRows(db, table, [...keys, ...sums], ordered)}
    on conflict (${sql.join(keys.map((column) => sql.ref(column)))})
    do update set ${sql.join(added)}`.execute(db)
}

function monthOf(day: string): string {
  return day.slice(0, 7)
}
