import { sql } from 'kysely'
import type { Db, Row } from '../../platform/db/schema.ts'
import { addToSums } from './totals.repo.ts'

type Views = Omit<Row<'page_views'>, 'is_demo'>

/** Adds views to the sums of their days and months. Run it in a transaction. */
export async function addPageViews(db: Db, rows: readonly Row<'page_views'>[]): Promise<void> {
  await addToSums(db, 'page_views', ['day', 'path', 'kind', 'host', 'reason', 'is_demo'], ['views'], rows)
  await addViewSums(db, rows)
}

/** Adds the views of the demo, which `page_views` holds, to the other sums; with `each` as -1 takes them from there. */
export async function countDemoViews(db: Db, each: 1 | -1): Promise<void> {
  const rows = await db
    .selectFrom('page_views')
    .select(['day', 'path', 'kind', 'host', 'reason', 'views'])
    .where('is_demo', '=', 1)
    .execute()
  await addViewSums(
    db,
    rows.map((row) => ({ ...row, views: each * row.views })),
  )
  if (each === 1) return
  const isEmpty = sql<boolean>`views = 0 and filtered_views = 0`
  await db.deleteFrom('daily_page_totals').where(isEmpty).execute()
  await db.deleteFrom('monthly_page_totals').where(isEmpty).execute()
  await db.deleteFrom('daily_view_totals').where('views', '=', 0).execute()
}

async function addViewSums(db: Db, rows: readonly Views[]): Promise<void> {
  const byPage = rows.map(({ day, path, reason, views }) => ({
    day,
    month: day.slice(0, 7),
    path,
    views: reason === '' ? views : 0,
    filtered_views: reason === '' ? 0 : views,
  }))
  const bySource = rows.map(({ day, kind, host, reason, views }) => ({ day, kind, host, reason, views }))
  await addToSums(db, 'daily_page_totals', ['day', 'path'], ['views', 'filtered_views'], byPage)
  await addToSums(db, 'monthly_page_totals', ['month', 'path'], ['views', 'filtered_views'], byPage)
  await addToSums(db, 'daily_view_totals', ['day', 'kind', 'host', 'reason'], ['views'], bySource)
}
