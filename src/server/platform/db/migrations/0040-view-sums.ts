import { type CreateTableBuilder, sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { type AnyDb, required } from './columns.ts'

/** Sums of page views by page and by source, so that reports need not add up every referrer of every page. */
export const viewSums: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const period of ['day', 'month'] as const) {
      const name = period === 'day' ? 'daily_page_totals' : 'monthly_page_totals'
      await create(db, counted(keyed(db, name, [period, 'path']), ['views', 'filtered_views']))
    }
    await create(db, counted(keyed(db, 'daily_view_totals', ['day', 'kind', 'host', 'reason']), ['views']))
    const sums = sql`sum(case when reason = '' then views else 0 end), sum(case when reason = '' then 0 else views end)`
    await sql`insert into daily_page_totals (day, path, views, filtered_views)
      select day, path, ${sums} from page_views group by day, path`.execute(db)
    await sql`insert into monthly_page_totals (month, path, views, filtered_views)
      select substr(day, 1, 7), path, ${sums} from page_views group by 1, 2`.execute(db)
    await sql`insert into daily_view_totals (day, kind, host, reason, views)
      select day, kind, host, reason, sum(views) from page_views group by day, kind, host, reason`.execute(db)
  },
}

function keyed(db: AnyDb, name: string, key: string[]): CreateTableBuilder<string, never> {
  let table = db.schema.createTable(name) as CreateTableBuilder<string, never>
  for (const column of key) table = table.addColumn(column, 'text', required())
  return table.addPrimaryKeyConstraint(`${name}_key`, key as never[])
}

function counted(table: CreateTableBuilder<string, never>, columns: string[]): CreateTableBuilder<string, never> {
  let counting = table
  for (const name of columns) counting = counting.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
  return counting
}

function create(db: AnyDb, table: CreateTableBuilder<string, never>): Promise<void> {
  // In the order of the key, so that a range of days is contiguous.
  return (dialectOf(db) === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
}
