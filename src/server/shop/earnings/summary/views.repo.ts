import { sql } from 'kysely'
import type { Referrer } from '../../../../contract/shop/page-views.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { isHostOf } from '../../analytics/hidden-referrers.repo.ts'

type Range = { startDate: string; endDate: string }
type Views = { people: number; filtered: number }

/** Lines of the list of referrers. */
const REFERRERS_MAX = 50
/** Hosts that are compared with the hidden ones at once. */
const HOSTS = 1000

const within = ({ startDate, endDate }: Range) => sql`day >= ${startDate} and day <= ${endDate}`

/** Views and clicks of a period as a whole. */
export async function sumFunnel(db: Db, range: Range) {
  const views = await sql<Views>`
    select coalesce(sum(case when reason = '' then views end), 0) as people,
      coalesce(sum(case when reason <> '' then views end), 0) as filtered
    from daily_view_totals where ${within(range)}`.execute(db)
  const clicks = await sql<{ clicks: number }>`
    select coalesce(sum(clicks), 0) as clicks from daily_site_totals where ${within(range)}`.execute(db)
  const { people, filtered } = views.rows[0]!
  return { views: Number(people), filteredViews: Number(filtered), clicks: Number(clicks.rows[0]!.clicks) }
}

/** People's views by day. */
export async function sumViewDays(db: Db, range: Range): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; views: number }>`
    select day, sum(views) as views from daily_view_totals where ${within(range)} and reason = '' group by day`.execute(
    db,
  )
  return new Map(rows.map(({ day, views }) => [day, Number(views)]))
}

/** Why views were filtered, the most frequent reason first. */
export async function listViewReasons(db: Db, range: Range): Promise<{ reason: string; views: number }[]> {
  const { rows } = await sql<{ reason: string; views: number }>`
    select reason, sum(views) as views from daily_view_totals where ${within(range)} and reason <> ''
    group by reason order by 2 desc, 1`.execute(db)
  return rows.map(({ reason, views }) => ({ reason, views: Number(views) }))
}

/** Where people came from but for `hidden` hosts and their subdomains, the most frequent first. */
export async function listReferrers(db: Db, range: Range, hidden: string[]): Promise<Referrer[]> {
  const hosts = new Set(hidden)
  const shown: Referrer[] = []
  for (let from = 0; ; from += HOSTS) {
    const { rows } = await sql<Referrer>`
      select kind, host, sum(views) as views from daily_view_totals where ${within(range)} and reason = ''
      group by kind, host order by 3 desc, 1, 2 limit ${HOSTS} offset ${from}`.execute(db)
    shown.push(...rows.filter(({ host }) => !isHostOf(hosts, host)))
    if (shown.length >= REFERRERS_MAX || rows.length < HOSTS)
      return shown.slice(0, REFERRERS_MAX).map(({ kind, host, views }) => ({ kind, host, views: Number(views) }))
  }
}

export type ViewSums = { path: string; kind: string; host: string; reason: string; views: number }

/** Pages whose sums are read at once. */
const PAGES = 100

/** All sums of a period by page, referrer and reason, those of some pages at a time. */
export async function* walkViews(db: Db, range: Range): AsyncGenerator<ViewSums[]> {
  const pages = await sql<{ path: string }>`
    select distinct path from daily_page_totals where ${within(range)} order by path`.execute(db)
  for (let from = 0; from < pages.rows.length; from += PAGES) {
    const paths = pages.rows.slice(from, from + PAGES).map(({ path }) => path)
    // A cross join keeps its order in SQLite: led by the days, the pages of each day are looked up by the key.
    const { rows } = await sql<ViewSums>`
      select v.path, v.kind, v.host, v.reason, sum(v.views) as views
      from (select distinct day from daily_view_totals where ${within(range)}) as days
      cross join page_views as v where v.day = days.day and ${isOneOf(db, 'v.path', paths)}
      group by v.path, v.kind, v.host, v.reason order by v.path, v.reason, v.kind, v.host`.execute(db)
    yield rows.map((row) => ({ ...row, views: Number(row.views) }))
  }
}
