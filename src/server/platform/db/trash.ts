import { type RawBuilder, sql } from 'kysely'
import { TRASH_DAYS } from '../../../contract/platform/limits.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { Db } from './schema.ts'
import type { Named, SoftDeleted } from './soft-delete.ts'

/** Tables whose deleted rows the owner lists, restores and deletes for good, with the column that names a row. */
const names = { posts: 'title', products: 'name', ingredients: 'name', routines: 'name' } as const satisfies Partial<
  Record<SoftDeleted, string>
>

export type Trashed = keyof typeof names

export const trashed = Object.keys(names) as Trashed[]

/** In milliseconds. */
const KEPT = TRASH_DAYS * 24 * 60 * 60 * 1000

/** Whether the owner's list has a row: one that is not deleted or, with the status `trash`, one that can be restored. */
export function isListed(table: Trashed, { status, now }: { status: string; now: string }): RawBuilder<boolean> {
  const deletedAt = sql.ref(`${table}.deleted_at`)
  if (status !== 'trash') return sql`${deletedAt} is null`
  return sql`${deletedAt} > ${new Date(Date.parse(now) - KEPT).toISOString()}`
}

/** Sorts a list of the trash by the time of deletion. */
export const byDeletion = (table: Trashed) => (direction: RawBuilder<unknown>) => [
  sql`${sql.ref(`${table}.deleted_at`)} ${direction}`,
]

/** Deletes those of the rows that are in the trash, for good, with the redirects to them. Returns them. Call it in a transaction. */
export async function purgeRows(db: Db, table: Trashed, ids: number[]): Promise<Named[]> {
  const rows = await db
    .deleteFrom(table)
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .returning(['id', sql<string>`${sql.ref(names[table])}`.as('name')])
    .execute()
  if (rows.length === 0) return []
  const purged = rows.map(({ id }) => id)
  await db.deleteFrom('redirects').where('kind', '=', table).where('target_id', 'in', purged).execute()
  return rows
}

const BATCH = 100

/**
 * Purges what was deleted before `before`, a batch in one transaction. A product that was clicked or sold stays, hidden: reports
 * of its time name it.
 */
export async function purgeTrash(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  for (const table of trashed) {
    let last = 0
    for (;;) {
      await yieldToEventLoop(signal)
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('deleted_at', '<', before)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      last = ids.at(-1)!
      const kept = table === 'products' ? await findReported(db, ids) : new Set<number>()
      const purged = ids.filter((id) => !kept.has(id))
      if (purged.length > 0) await db.transaction().execute((transaction) => purgeRows(transaction, table, purged))
    }
  }
}

/** Those of the products that have clicks or sales. */
async function findReported(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('monthly_totals')
    .select('product_id')
    .where('product_id', 'in', ids)
    .union(db.selectFrom('daily_totals').select('product_id').where('product_id', 'in', ids))
    .union(
      db.selectFrom('earning_sales').select(sql<number>`product_id`.as('product_id')).where('product_id', 'in', ids),
    )
    .execute()
  return new Set(rows.map(({ product_id }) => product_id))
}
