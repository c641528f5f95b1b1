import { sql } from 'kysely'
import { generatedColumns } from '../db/generated-columns.ts'
import { type BackedUpTable, backedUpTables, type Db } from '../db/schema.ts'

type AnyRow = Record<string, unknown>

/** Rows in memory at a time. */
const BATCH = 2000

/** All rows of a table in batches, without generated columns. */
export async function* readRows(db: Db, table: BackedUpTable): AsyncGenerator<AnyRow[]> {
  const key = backedUpTables[table]
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: AnyRow | undefined
  for (;;) {
    // Keyset pagination: an offset would make late batches slow.
    const before = last
    const after = before ? sql`where (${order}) > (${sql.join(key.map((column) => before[column]))})` : sql``
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
