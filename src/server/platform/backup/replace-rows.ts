import { sql } from 'kysely'
import { dialectOf } from '../db/dialect.ts'
import { isDeadlock } from '../db/errors.ts'
import { existingTables } from '../db/existing-tables.ts'
import { restartCounters } from '../db/id-counters.ts'
import { lastMigration } from '../db/migrate.ts'
import { type Db, leftOutTables } from '../db/schema.ts'
import { schemaTables } from '../db/schema-tables.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { backedUpNames } from './manifest.ts'
import { readRows } from './read-rows.ts'
import { insertInto, tablesWithId } from './restore-backup.ts'

type ReplaceOptions = {
  /** Runs once nothing can be written to the database any more; reads see its rows until the end. */
  prepare(transaction: Db): Promise<void>
  /** Runs last, in the same transaction. */
  finish(transaction: Db): Promise<void>
  onRows?: (count: number) => void
  signal?: AbortSignal
}

const ATTEMPTS = 5

/**
 * Replaces all rows of a database that is served by those of another one with the same migrations, in one transaction: readers
 * see the former rows until its end, writers of all processes and instances wait, and a kill leaves what was there. Jobs
 * stay planned; the running ones lose their leases, except for `restore`.
 */
export async function replaceRows(db: Db, source: Db, options: ReplaceOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((transaction) => replace(transaction, source, options))
    } catch (error) {
      // A transaction that writes to two tables got between the locks.
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function replace(transaction: Db, source: Db, options: ReplaceOptions): Promise<void> {
  const { prepare, finish, onRows = () => {}, signal } = options
  await lockForWrites(transaction)
  if ((await lastMigration(transaction)) !== (await lastMigration(source)))
    throw new Error('Another version of the program has changed the database meanwhile. Please try again.')
  await prepare(transaction)
  const there = await existingTables(transaction)
  await transaction
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: null, progress: null })
    .where('name', '!=', 'restore')
    .where('lease_owner', 'is not', null)
    .execute()
  for (const table of [...leftOutTables, ...backedUpNames.toReversed()]) {
    await yieldToEventLoop(signal)
    if (table !== 'jobs') await transaction.deleteFrom(table).execute()
  }
  for (const table of backedUpNames) {
    const insert = await insertInto(transaction, table)
    for await (const rows of readRows(source, table)) {
      await insert(rows)
      onRows(rows.length)
      await yieldToEventLoop(signal)
    }
  }
  await restartCounters(transaction, tablesWithId(there))
  await finish(transaction)
}

/** A transaction of SQLite excludes other writers by itself. What is not replaced can be written: leases, rate limits. */
async function lockForWrites(transaction: Db): Promise<void> {
  if (dialectOf(transaction) !== 'postgres') return
  const tables = (await schemaTables(transaction)).filter((table) => table !== 'jobs')
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(
    transaction,
  )
}
