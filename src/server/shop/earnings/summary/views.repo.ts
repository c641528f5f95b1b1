import { sql } from 'kysely'
import type { Referrer } from '../../../../contract/page-views.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
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
    from page_views where ${within(range)}`.execute(db)
  const clicks = await sql<{ clicks: number }>`
    select coalesce(sum(clicks), 0) as clicks from daily_site_totals where ${within(range)}`.execute(db)
  const { people, filtered } = views.rows[0]!
  return { views: Number(people), filteredViews: Number(filtered), clicks: Number(clicks.rows[0]!.clicks) }
}

/** People's views by day. */
export async function sumViewDays(db: Db, range: Range): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; views: number }>`
    select day, sum(views) as views from page_views where ${within(range)} and reason = '' group by day`.execute(db)
  return new Map(rows.map(({ day, views }) => [day, Number(views)]))
}

/** Why views were filtered, the most frequent reason first. */
export async function listViewReasons(db: Db, range: Range): Promise<{ reason: string; views: number }[]> {
  const { rows } = await sql<{ reason: string; views: number }>`
    select reason, sum(views) as views from page_views where ${within(range)} and reason <> ''
    group by reason order by 2 desc, 1`.execute(db)
  return rows.map(({ reason, views }) => ({ reason, views: Number(views) }))
}

/** Where people came from, the most frequent first. */
export async function listReferrers(db: Db, range: Range): Promise<Referrer[]> {
  const { rows } = await sql<Referrer>`
    select kind, host, sum(views) as views from page_views where ${within(range)} and reason = ''
    group by kind, host order by 3 desc, 1, 2 limit ${REFERRERS_MAX}`.execute(db)
  return rows.map(({ kind, host, views }) => ({ kind, host, views: Number(views) }))
}

export type ViewSums = { path: string; kind: string; host: string; reason: string; views: number }

/** All sums of a period by page, referrer and reason, `size` at a time. */
export async function* walkViews(db: Db, range: Range, size = 1000): AsyncGenerator<ViewSums[]> {
  for (let from = 0; ; from += size) {
    const { rows } = await sql<ViewSums>`
      select path, kind, host, reason, sum(views) as views from page_views where ${within(range)}
      group by path, kind, host, reason order by path, reason, kind, host limit ${size} offset ${from}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => ({ ...row, views: Number(row.views) }))
    if (rows.length < size) return
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

export type PlaceViews = { source: string; id: number | null; views: Views }

/** Views by place, by the key of its line. Views under a former slug belong to the page that it redirects to. */
export async function sumPlaceViews(db: Db, range: Range): Promise<Map<string, PlaceViews>> {
  const { rows } = await sql<Views & { path: string }>`
    select path, sum(case when reason = '' then views else 0 end) as people,
      sum(case when reason = '' then 0 else views end) as filtered
    from page_views where ${within(range)} group by path`.execute(db)
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
