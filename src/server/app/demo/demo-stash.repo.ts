import { sql } from 'kysely'
import { generatedColumns } from '../../platform/db/generated-columns.ts'
import { insertRows, isOneOf } from '../../platform/db/json-rows.ts'
import type { Db, Schema } from '../../platform/db/schema.ts'

type Cells = Record<string, string | number | boolean | null>

/** A row that is about to change, as `demo_rows` keeps it for the undo. */
export type Stashed = { table: string; key: string; content: Cells | null }

/** Whole rows, without what the database fills itself. */
export async function readWholeRows(
  db: Db,
  table: keyof Schema,
  column: string,
  values: readonly (string | number)[],
): Promise<Cells[]> {
  if (values.length === 0) return []
  const { rows } = await sql<Cells>`
    select * from ${sql.table(table)} where ${isOneOf(db, column, values)}`.execute(db)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !generatedColumns.includes(name))))
}

export async function deleteByKeys(
  db: Db,
  table: keyof Schema,
  column: string,
  values: readonly (string | number)[],
): Promise<void> {
  if (values.length > 0) await sql`delete from ${sql.table(table)} where ${isOneOf(db, column, values)}`.execute(db)
}

/** Inserts rows as they were; those whose key or unique value is taken meanwhile are left out. */
export async function insertWholeRows(db: Db, table: keyof Schema, rows: readonly Cells[]): Promise<void> {
  const [first] = rows
  if (!first) return
  await sql`${insertRows(db, table, Object.keys(first), rows)} on conflict do nothing`.execute(db)
}

/** Marks demo rows as removed at `now`. Rows that are not of the demo, but changed with it, get an entry without a hash. */
export async function stash(db: Db, rows: readonly Stashed[], now: string): Promise<void> {
  if (rows.length === 0) return
  const entries = rows.map(({ table, key, content }) => ({
    table_name: table,
    row_key: key,
    removed_at: now,
    content: content && JSON.stringify(content),
  }))
  await sql`${insertRows(db, 'demo_rows', ['table_name', 'row_key', 'removed_at', 'content'], entries)}
    on conflict (table_name, row_key)
    do update set removed_at = excluded.removed_at, content = excluded.content`.execute(db)
}

/** Marks the other demo rows as removed, too: those that stay as the owner's, and those that she had deleted before. */
export async function keepTheRest(db: Db, now: string): Promise<void> {
  await db.updateTable('demo_rows').set({ removed_at: now, content: null }).where('removed_at', 'is', null).execute()
}

/** Ends a removal: its rows are demo content again. */
export async function clearStash(db: Db): Promise<void> {
  await db.deleteFrom('demo_rows').where('removed_at', 'is not', null).where('hash', 'is', null).execute()
  await db
    .updateTable('demo_rows')
    .set({ removed_at: null, content: null })
    .where('removed_at', 'is not', null)
    .execute()
}
