import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import { firstRow } from './first-row.ts'
import type { Db } from './schema.ts'

/** Updates the statistics of the query planner, after many rows were written. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}

/** Lifts the time limits of PostgreSQL for the rest of a transaction that reads whole tables. */
export async function withoutTimeLimit(transaction: Db): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
}

/**
 * Writes SQLite's log into the database and empties it, since it holds what was deleted. False while a reader or another process
 * needs the log. True on PostgreSQL, whose log belongs to the server.
 */
export async function emptyLog(db: Db): Promise<boolean> {
  if (dialectOf(db) === 'postgres') return true
  const { busy } = await firstRow(db, sql<{ busy: number }>`pragma wal_checkpoint(truncate)`)
  return busy === 0
}

/**
 * Rewrites a SQLite database once, because earlier versions did not overwrite what they deleted; the header of the file says that it is
 * done. Only for a caller that knows that no other process uses it. Returns whether it did.
 */
export async function rewriteOnce(db: Db): Promise<boolean> {
  if (dialectOf(db) === 'postgres') return false
  const { user_version: version } = await firstRow(db, sql<{ user_version: number }>`pragma user_version`)
  if (version > 0) return false
  await sql`vacuum`.execute(db)
  await sql`pragma user_version = 1`.execute(db)
  await emptyLog(db)
  return true
}
