import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { type BackedUpTable, backedUpTables, generatedColumns } from './tables.ts'

type AnyRow = Record<string, unknown>

/** Rows that are in memory at a time. */
const BATCH = 2000

/** Every row of a table, in batches, without what the database makes itself. */
export async function* readRows(db: Db, table: BackedUpTable): AsyncGenerator<AnyRow[]> {
  const key = backedUpTables[table]
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: AnyRow | undefined
  for (;;) {
    // After the last row's key, not by an offset: the millionth row is as near as the first.
    const after = last ? sql`where (${order}) > (${sql.join(key.map((column) => last![column]))})` : sql``
    const { rows } = await sql<AnyRow>`
      select * from ${sql.table(table)} ${after} order by ${order} limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield rows.map(withoutGenerated)
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

function withoutGenerated(row: AnyRow): AnyRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !generatedColumns.includes(name)))
}
