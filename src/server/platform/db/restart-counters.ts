import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Restarts the id sequences of PostgreSQL above rows that were inserted with explicit ids; SQLite needs none of this. */
export async function restartCounters(db: Db, tables: readonly string[]): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
      db,
    )
  }
}
