import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Lets only one transaction at a time go on with what is named, until it ends: for what a whole table is about, such as
 * its order. SQLite has one writer anyway.
 */
export async function lockTable(db: Db, name: string): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}
