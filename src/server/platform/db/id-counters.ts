import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import { firstRow } from './first-row.ts'
import type { Db } from './schema.ts'
import type { TableName } from './schema-tables.ts'

/** The last id that each table has given, also to a row that was deleted. */
export async function readIdCounters(db: Db, tables: readonly TableName[]): Promise<Map<TableName, number>> {
  const counters = new Map<TableName, number>()
  for (const table of tables) counters.set(table, await readCounter(db, table))
  return counters
}

/** Continues the ids of each table after the given one, or after its highest id. */
export async function writeIdCounters(db: Db, counters: ReadonlyMap<TableName, number>): Promise<void> {
  for (const [table, last] of counters) {
    const { id } = await firstRow(db, sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`)
    const next = Math.max(last, Number(id))
    if (dialectOf(db) === 'postgres')
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next + 1}, false)`.execute(db)
    else
      await db.transaction().execute(async (transaction) => {
        await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction)
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${next})`.execute(transaction)
      })
  }
}

async function readCounter(db: Db, table: TableName): Promise<number> {
  if (dialectOf(db) === 'sqlite') {
    const { rows } = await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(
      db,
    )
    return rows[0]?.last ?? 0
  }
  const { name } = await firstRow(db, sql<{ name: string }>`select pg_get_serial_sequence(${table}, 'id') as name`)
  const state = sql<{ last: number }>`
    select case when is_called then last_value else last_value - 1 end as last from ${sql.raw(name)}`
  return Number((await firstRow(db, state)).last)
}

/** Restarts the id sequences of PostgreSQL above rows that were inserted with explicit ids; SQLite needs none of this. */
export async function restartCounters(db: Db, tables: readonly string[]): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
      db,
    )
  }
}
