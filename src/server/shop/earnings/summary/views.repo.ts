import { sql } from 'kysely'
import type { Referrer } from '../../../../contract/page-views.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { sumsOfPeriod } from '../../analytics/period-sums.repo.ts'
import { toKey } from './attributed-sales.ts'

type Range = { startDate: string; endDate: string }
type Views = { people: number; filtered: number }

/** Lines of the list of referrers. */
const REFERRERS_MAX = 50

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

/** Where people came from, the most frequent first. */
export async function listReferrers(db: Db, range: Range): Promise<Referrer[]> {
  const { rows } = await sql<Referrer>`
    select kind, host, sum(views) as views from daily_view_totals where ${within(range)} and reason = ''
    group by kind, host order by 3 desc, 1, 2 limit ${REFERRERS_MAX}`.execute(db)
  return rows.map(({ kind, host, views }) => ({ kind, host, views: Number(views) }))
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

const lists: Record<string, string> = { '/': 'home', '/shop': 'shop', '/search': 'search' }

/** Pages by the first part of their path. */
const nouns = [
  { prefix: '/blog/', table: 'posts', source: 'post' },
  { prefix: '/shop/', table: 'products', source: 'product' },
  { prefix: '/routines/', table: 'routines', source: 'routine' },
  { prefix: '/ingredients/', table: 'ingredients', source: 'ingredient' },
  { prefix: '/', table: 'posts', source: 'page' },
] as const

/** Without the days before the first that is kept, whose month is not known as a whole. */
async function keptPart(db: Db, range: Range): Promise<Range> {
  const { rows } = await sql<{ first: string | null }>`select min(day) as first from daily_view_totals`.execute(db)
  const first = rows[0]?.first ?? range.startDate
  return first > range.startDate && first <= range.endDate ? { ...range, startDate: first } : range
}

export type PlaceViews = { source: string; id: number | null; views: Views }

/** Views by place, by the key of its line. Views under a former slug belong to the page that it redirects to. */
export async function sumPlaceViews(db: Db, range: Range): Promise<Map<string, PlaceViews>> {
  const { rows } = await sql<Views & { path: string }>`
    select id as path, sum(views) as people, sum(filtered_views) as filtered
    from (${await sumsOfPeriod(db, 'path', ['views', 'filtered_views'], await keptPart(db, range))}) as parts
    group by id`.execute(db)
  const places = new Map<string, PlaceViews>()
  const add = (source: string, id: number | null, { people, filtered }: Views) => {
    const key = toKey([source, id])
    const before = places.get(key)?.views ?? { people: 0, filtered: 0 }
    const views = { people: before.people + Number(people), filtered: before.filtered + Number(filtered) }
    places.set(key, { source, id, views })
  }
  let rest = rows
  for (const { prefix, table, source } of nouns) {
    const slugOf = (path: string) => (path.startsWith(prefix) ? decode(path.slice(prefix.length)) : '')
    const isOfNoun = (path: string) => lists[path] === undefined && slugOf(path) !== '' && !slugOf(path).includes('/')
    const ids = await findIds(
      db,
      table,
      rest.flatMap(({ path }) => (isOfNoun(path) ? [slugOf(path)] : [])),
    )
    for (const row of rest) {
      const id = isOfNoun(row.path) ? ids.get(slugOf(row.path)) : undefined
      if (id !== undefined) add(source, id, row)
    }
    rest = rest.filter(({ path }) => !isOfNoun(path))
  }
  for (const row of rest) {
    const source = lists[row.path]
    if (source) add(source, null, row)
  }
  return places
}

async function findIds(db: Db, table: (typeof nouns)[number]['table'], slugs: readonly string[]) {
  if (slugs.length === 0) return new Map<string, number>()
  const former = await db
    .selectFrom('redirects')
    .select(['from_slug as slug', 'target_id as id'])
    .where('kind', '=', table)
    .where(isOneOf(db, 'from_slug', slugs))
    .execute()
  const present = await db
    .selectFrom(table)
    .select(['slug', 'id'])
    .where(isOneOf(db, 'slug', slugs))
    .execute()
  return new Map([...former, ...present].map(({ slug, id }) => [String(slug), Number(id)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
