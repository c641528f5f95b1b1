import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Tables with a retention period: primary key, the column of a row's age, and whether that holds a moment or a day. */
export const retainedTables = {
  link_clicks: { key: ['id'], age: 'clicked_at', in: 'moment' },
  conversions: { key: ['id'], age: 'converted_at', in: 'moment' },
  daily_totals: { key: ['day', 'product_id'], age: 'day', in: 'day' },
  daily_site_totals: { key: ['day'], age: 'day', in: 'day' },
  daily_filtered_totals: { key: ['day', 'reason'], age: 'day', in: 'day' },
  daily_post_totals: { key: ['day', 'post_id'], age: 'day', in: 'day' },
  daily_page_totals: { key: ['day', 'path'], age: 'day', in: 'day' },
  daily_view_totals: { key: ['day', 'kind', 'host', 'reason'], age: 'day', in: 'day' },
  page_views: { key: ['day', 'path', 'kind', 'host', 'reason', 'is_demo'], age: 'day', in: 'day' },
  newsletter_click_sums: { key: ['newsletter_id', 'link_key', 'reason', 'day'], age: 'day', in: 'day' },
  newsletter_click_requests: { key: ['recipient_id', 'link_key', 'reason'], age: 'at', in: 'moment' },
} as const

export type RetainedTable = keyof typeof retainedTables

/** Rows of one batch: some milliseconds on a slow disk. */
const BATCH = 250

/** Deletes a batch of the oldest rows before a day, or before the moment at which it starts. Returns how many; 0 at the end. */
export async function deleteSomeBefore(
  db: Db,
  table: RetainedTable,
  before: { day: string; moment: string },
): Promise<number> {
  const { key, age, in: unit } = retainedTables[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${sql.ref(age)} < ${before[unit]}
      order by ${sql.ref(age)} limit ${BATCH})`.execute(db)
  return Number(numAffectedRows)
}
