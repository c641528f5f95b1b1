import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { type AnyDb, required } from './columns.ts'

/**
 * Sums of the months of a large ledger, and triggers that delete those of each month in which a sale changes, whichever version of
 * the program writes it. The job `earnings` fills the table.
 */
export const earningMonthSums: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('earning_month_sums')
      .addColumn('currency', 'text', required())
      .addColumn('month', 'text', required())
      .addColumn('basis', 'text', required())
      .addColumn('version', 'integer', required())
      .addColumn('days', 'text', required())
      .addColumn('lines', 'text', required())
      .addPrimaryKeyConstraint('earning_month_sums_key', ['currency', 'month', 'basis'])
      .execute()
    await (dialectOf(db) === 'sqlite' ? addRowTriggers(db) : addStatementTriggers(db))
  },
}

const monthsOf = (row: string) =>
  ['clicked_day', 'ordered_day', 'posted_day'].map((day) => `substr(${row}.${day}, 1, 7)`).join(', ')

const events = [
  { event: 'insert', rows: ['new'] },
  { event: 'update', rows: ['old', 'new'] },
  { event: 'delete', rows: ['old'] },
]

async function addRowTriggers(db: AnyDb): Promise<void> {
  for (const { event, rows } of events) {
    const deletions = rows.map(
      (row) => `delete from earning_month_sums where currency = ${row}.currency and month in (${monthsOf(row)});`,
    )
    await run(
      db,
      `create trigger earning_sales_${event}_sums after ${event} on earning_sales begin ${deletions.join(' ')} end`,
    )
  }
}

/** A trigger with a transition table has one event. */
async function addStatementTriggers(db: AnyDb): Promise<void> {
  await run(
    db,
    `create function delete_earning_month_sums() returns trigger language plpgsql as $$
      declare gone text[];
      begin
        if exists (select from earning_month_sums) then
          select array_agg(distinct currency || month) into gone
            from changed, unnest(array[${monthsOf('changed')}]) as month;
          delete from earning_month_sums where currency || month = any(gone);
        end if;
        return null;
      end $$`,
  )
  for (const { event, rows } of events)
    for (const row of rows)
      await run(
        db,
        `create trigger earning_sales_${event}_${row}_sums after ${event} on earning_sales
          referencing ${row} table as changed for each statement execute function delete_earning_month_sums()`,
      )
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
