import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
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
