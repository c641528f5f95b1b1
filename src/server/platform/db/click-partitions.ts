import { sql } from 'kysely'
import { lockTable } from './advisory-lock.ts'
import { dialectOf } from './dialect.ts'
import { firstRow } from './first-row.ts'
import type { AnyDb } from './migrations/columns.ts'
import type { Db } from './schema.ts'
import { areWritesHeld } from './write-hold.ts'

/**
 * On PostgreSQL `link_clicks` is partitioned by the month of `clicked_at` in UTC, so that retention drops whole months. Clicks
 * of other months are in a default partition. SQLite has one table.
 */

/** Months of empty partitions after the current one: a site may be stopped for that long. */
const AHEAD = 3
/** Clicks of a month outside of all partitions. */
export const OTHER_CLICKS = 'link_clicks_other'

type Partition = {
  name: string
  /** The first moment after it. */
  end: string
}

/** Creates the partitions of the current and the next months, and moves clicks of the default partition into them. */
export async function createClickPartitions(db: Db, now: Date): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  const existing = await listPartitions(db)
  const covered =
    existing
      .map(({ end }) => end)
      .sort()
      .at(-1) ?? ''
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const start = startOfMonth(now, ahead)
    // Ends of partitions are compared, because the oldest one may hold several months.
    if (start < covered && !isGap(existing, start)) continue
    await db.transaction().execute(async (transaction) => {
      await lockTable(transaction, 'link_clicks')
      const names = (await listPartitions(transaction)).map(({ name }) => name)
      if (!names.includes(nameOf(start))) await createPartition(transaction, start)
    })
  }
}

/** Drops the partitions that hold only clicks before a moment. Returns the number of their clicks. */
export async function dropClickPartitions(db: Db, before: string): Promise<number> {
  if (dialectOf(db) === 'sqlite') return 0
  let dropped = 0
  for (const { name, end } of await listPartitions(db)) {
    if (end > before) continue
    const { count } = await firstRow(db, sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`)
    const isDropped = await db.transaction().execute(async (transaction) => {
      // Clicks that arrive now wait for this lock, and it waits for those that are being written.
      await sql`set local lock_timeout = '2s'`.execute(transaction)
      await sql`lock table link_clicks in access exclusive mode`.execute(transaction)
      if (await areWritesHeld(transaction)) return false
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction)
      return true
    })
    if (isDropped) dropped += Number(count)
  }
  return dropped
}

/** Creates the partition of the month that starts at a moment. Run it in a transaction. */
export async function createPartition(on: AnyDb, start: string): Promise<void> {
  const [name, end] = [nameOf(start), startOfMonth(new Date(start), 1)]
  const month = sql.table(name)
  await sql`create table ${month} (like link_clicks including defaults including constraints)`.execute(on)
  await sql`
    with moved as (
      delete from ${sql.table(OTHER_CLICKS)} where clicked_at >= ${start} and clicked_at < ${end} returning *
    ) insert into ${month} select * from moved`.execute(on)
  await sql`alter table link_clicks attach partition ${month}
    for values from (${sql.lit(start)}) to (${sql.lit(end)})`.execute(on)
}

/** The first moment of a month, counted from the month of `from`. */
export function startOfMonth(from: Date, months: number): string {
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)).toISOString()
}

/** The name of a partition with all clicks before a moment, which is the start of a month. */
export const nameOfAllBefore = (end: string) => `link_clicks_until_${end.slice(0, 7).replace('-', '_')}`

const nameOf = (start: string) => `link_clicks_${start.slice(0, 7).replace('-', '_')}`

async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'link_clicks'::regclass order by relname`.execute(db)
  return rows.flatMap(({ name }) => {
    const [, until, month] = /^link_clicks_(until_)?(\d{4}_\d{2})$/.exec(name) ?? []
    if (!month) return []
    const start = new Date(`${month.replace('_', '-')}-01T00:00:00.000Z`)
    return [{ name, end: startOfMonth(start, until ? 0 : 1) }]
  })
}

/** Whether no partition holds the month, though a later one exists. */
function isGap(partitions: readonly Partition[], start: string): boolean {
  const isInOldest = partitions.some(({ name, end }) => name.includes('until') && start < end)
  return !isInOldest && !partitions.some(({ name }) => name === nameOf(start))
}
