import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** The default of SQLite, in pages of the log. */
const CHECKPOINT_PAGES = 1000

/**
 * Runs `act`, which writes much over a connection of its own, while commits of this one leave SQLite's log to it: a checkpoint of
 * all that the other has written would block this thread.
 */
export async function withoutCheckpoints(db: Db, act: () => Promise<void>): Promise<void> {
  if (dialectOf(db) === 'postgres') return act()
  await sql`pragma wal_autocheckpoint = 0`.execute(db)
  try {
    await act()
  } finally {
    await sql`pragma wal_autocheckpoint = ${sql.lit(CHECKPOINT_PAGES)}`.execute(db)
  }
}

/** Lets a bulk connection of another program write the log as often as usual, since the site may run without `withoutCheckpoints`. */
export async function checkpointAsUsual(db: Db): Promise<void> {
  if (dialectOf(db) !== 'postgres') await sql`pragma wal_autocheckpoint = ${sql.lit(CHECKPOINT_PAGES)}`.execute(db)
}
