import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Transaction-scoped advisory lock, for changes to a whole table such as reordering. SQLite has one writer anyway. */
export async function lockTable(db: Db, name: string): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}
