import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dayIn, daysBetween } from '../../../../contract/platform/days.ts'
import { startOfDay } from '../../start-of-day.ts'
import { dialectOf } from '../dialect.ts'
import { firstRow } from '../first-row.ts'
import { type AnyDb, columns, required } from './columns.ts'

/**
 * Totals by day and month for products (0 without a product), posts, filtered clicks and the whole site. They have no foreign
 * keys, so that totals outlive deleted products and posts.
 */
export const analytics: Migration = {
  async up(db) {
    await addConversionNetworks(db)
    await createTotals(db)
    await keepProductTotals(db)
    await sumClicks(db)
    await fillDerivedTotals(db)
  },
}

async function addConversionNetworks(db: AnyDb): Promise<void> {
  const { table, time } = columns(db)
  await table('conversion_networks')
    .addColumn('name', 'text', required())
    .addColumn('secret_hash', 'text', required('unique'))
    .addColumn('created_at', time, required())
    .addColumn('used_at', time)
    .addColumn('revoked_at', time)
    .execute()
  await db.schema
    .alterTable('conversions')
    .addColumn('network_id', 'integer', (column) => column.references('conversion_networks.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('conversions').addColumn('conversion_id', 'text').execute()
  await db.schema
    .alterTable('conversions')
    .addColumn('day', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // Manual entries have no network, and a unique index treats nulls as distinct.
  await db.schema
    .createIndex('conversions_of_network')
    .unique()
    .on('conversions')
    .expression(sql`coalesce(network_id, 0)`)
    .column('conversion_id')
    .where(sql.ref('conversion_id'), 'is not', null)
    .execute()
}

async function createTotals(db: AnyDb): Promise<void> {
  await db.schema.alterTable('daily_totals').renameTo('daily_totals_before').execute()
  await totals(db, 'daily_totals', ['day', 'product_id'], ['clicks', 'filtered_clicks', 'conversions', 'revenue_minor'])
  await totals(db, 'monthly_totals', ['month', 'product_id'], ['clicks', 'conversions', 'revenue_minor'])
  await totals(db, 'daily_site_totals', ['day'], ['clicks', 'conversions', 'revenue_minor'])
  await totals(db, 'daily_filtered_totals', ['day', 'reason'], ['clicks'])
  await totals(db, 'daily_post_totals', ['day', 'post_id'], ['clicks'])
  await totals(db, 'monthly_post_totals', ['month', 'post_id'], ['clicks'])
}

/** `without rowid` stores a table in the order of its key, so that a range of days is contiguous. */
async function totals(db: AnyDb, name: string, key: string[], sums: string[]): Promise<void> {
  let table = db.schema.createTable(name)
  for (const column of key) table = table.addColumn(column, column.endsWith('_id') ? 'integer' : 'text', required())
  for (const column of sums)
    table = table.addColumn(column, column === 'revenue_minor' ? 'bigint' : 'integer', (sum) =>
      sum.notNull().defaultTo(0),
    )
  table = table.addPrimaryKeyConstraint(`${name}_key`, key as never)
  await (dialectOf(db) === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
}

async function keepProductTotals(db: AnyDb): Promise<void> {
  const all = sql.raw('day, product_id, clicks, filtered_clicks, conversions, revenue_minor')
  await sql`insert into daily_totals (${all}) select ${all} from daily_totals_before`.execute(db)
  await db.schema.dropTable('daily_totals_before').execute()
  // A partial index, since few days of a product have revenue.
  await db.schema
    .createIndex('daily_totals_that_earn')
    .on('daily_totals')
    .columns(['day', 'product_id', 'revenue_minor'])
    .where('revenue_minor', '>', 0)
    .execute()
}

/** Computes the missing totals day by day, in the time zone of the site. */
async function sumClicks(db: AnyDb): Promise<void> {
  const timeZone = await readTimeZone(db)
  for (const day of await daysWithClicks(db, timeZone)) {
    const ofDay = (column: string) =>
      sql`${sql.ref(column)} >= ${startOfDay(timeZone, day)} and ${sql.ref(column)} < ${startOfDay(timeZone, day, 1)}`
    await sql`update conversions set day = ${day} where ${ofDay('converted_at')}`.execute(db)
    // With `product_id is null` SQLite would use the index on products and read all such clicks for each day.
    await sql`
      insert into daily_totals (day, product_id, clicks, filtered_clicks)
      select ${day}, 0, count(*) - count(filtered_reason), count(filtered_reason)
      from link_clicks where ${ofDay('clicked_at')} and coalesce(product_id, 0) = 0 having count(*) > 0`.execute(db)
    await sql`
      insert into daily_filtered_totals (day, reason, clicks)
      select ${day}, filtered_reason, count(*) from link_clicks
      where ${ofDay('clicked_at')} and filtered_reason is not null group by filtered_reason`.execute(db)
    await sql`
      insert into daily_post_totals (day, post_id, clicks)
      select ${day}, post_id, count(*) from link_clicks
      where ${ofDay('clicked_at')} and filtered_reason is null and post_id is not null group by post_id`.execute(db)
  }
}

async function readTimeZone(db: AnyDb): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'timeZone').executeTakeFirst()
  return row ? (JSON.parse(row.value) as string) : 'America/New_York'
}

async function daysWithClicks(db: AnyDb, timeZone: string): Promise<string[]> {
  const ends = sql<{ first: string | null; last: string | null }>`
    select min(at) as first, max(at) as last from (
      select min(clicked_at) as at from link_clicks union all select max(clicked_at) from link_clicks
      union all select min(converted_at) from conversions union all select max(converted_at) from conversions
    ) as ends`
  const { first, last } = await firstRow(db, ends)
  if (!first || !last) return []
  return daysBetween(dayIn(timeZone, new Date(first)), dayIn(timeZone, new Date(last)))
}

async function fillDerivedTotals(db: AnyDb): Promise<void> {
  await sql`
    insert into daily_site_totals (day, clicks, conversions, revenue_minor)
    select day, sum(clicks), sum(conversions), sum(revenue_minor) from daily_totals group by day`.execute(db)
  await sql`
    insert into monthly_totals (month, product_id, clicks, conversions, revenue_minor)
    select substr(day, 1, 7), product_id, sum(clicks), sum(conversions), sum(revenue_minor)
    from daily_totals group by 1, 2`.execute(db)
  await sql`
    insert into monthly_post_totals (month, post_id, clicks)
    select substr(day, 1, 7), post_id, sum(clicks) from daily_post_totals group by 1, 2`.execute(db)
}
