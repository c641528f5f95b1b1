import { sql } from 'kysely'
import { addDays } from '../../../../contract/platform/days.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { beginOfNextMonth, sumsOfPeriod } from '../../analytics/period-sums.repo.ts'
import { toKey } from './attributed-sales.repo.ts'

type Range = { startDate: string; endDate: string }
type Views = { people: number; filtered: number }

/** Views by path. */
export type PageSums = ReadonlyMap<string, Views>

type Place = { source: string | null; id: number | null }

const lists: Record<string, string> = { '/': 'home', '/shop': 'shop', '/search': 'search' }

/** Pages by the first part of their path. */
const nouns = [
  { prefix: '/blog/', table: 'posts', source: 'post' },
  { prefix: '/shop/', table: 'products', source: 'product' },
  { prefix: '/routines/', table: 'routines', source: 'routine' },
  { prefix: '/ingredients/', table: 'ingredients', source: 'ingredient' },
  { prefix: '/', table: 'posts', source: 'page' },
] as const

/** Views of all pages in a period. */
export async function sumPages(db: Db, range: Range): Promise<PageSums> {
  const { kept, end } = await keptPart(db, range)
  const columns = ['views', 'filtered_views']
  const upToEnd = await sumsOfPeriod(db, 'path', columns, { ...kept, endDate: end })
  const { rows } = await sql<{ id: string; views: number; filtered_views: number }>`
    ${upToEnd} union all select path, -views, -filtered_views from daily_page_totals
    where day > ${kept.endDate} and day <= ${end}`.execute(db)
  const pages = new Map<string, Views>()
  for (const { id, views, filtered_views } of rows) {
    const page = pages.get(id)
    if (!page) pages.set(id, { people: Number(views), filtered: Number(filtered_views) })
    else {
      page.people += Number(views)
      page.filtered += Number(filtered_views)
    }
  }
  for (const [path, { people, filtered }] of end > kept.endDate ? pages : [])
    if (people === 0 && filtered === 0) pages.delete(path)
  return pages
}

/** The second half of a month, of which it is faster to take the days after a range away from the month. */
const LATE = '16'

/**
 * The days of a range from the first one that is kept, since the month of one before is not known as a whole; and the end of its last
 * month where the range covers most of it.
 */
async function keptPart(db: Db, range: Range): Promise<{ kept: Range; end: string }> {
  const { rows } = await sql<{ first: string | null }>`select min(day) as first from daily_view_totals`.execute(db)
  const first = rows[0]?.first ?? range.startDate
  const kept = first > range.startDate && first <= range.endDate ? { ...range, startDate: first } : range
  const [month, day] = [kept.endDate.slice(0, 7), kept.endDate.slice(8)]
  const isWhole = day >= LATE && `${month}-01` >= kept.startDate && `${month}-01` >= first
  return { kept, end: isWhole ? addDays(beginOfNextMonth(kept.endDate), -1) : kept.endDate }
}

/** Posts and pages with the most views, at most `limit`. */
export async function listMostRead(db: Db, pages: PageSums, limit: number): Promise<Place[]> {
  // A page may have several paths, and a path no page any more.
  const paths = [...pages].toSorted(([, a], [, b]) => b.people - a.people).slice(0, 3 * limit)
  const places = await findPlaces(
    db,
    paths.map(([path]) => path),
  )
  const bodies = [...places.values()].filter(({ source }) => source === 'post' || source === 'page')
  return [...new Map(bodies.map((place) => [toKey([place.source, place.id]), place])).values()].slice(0, limit)
}

/** Views of some places by the key of their line; those under a former slug belong to the page that it redirects to. */
export async function sumViewsOfPlaces(db: Db, pages: PageSums, places: readonly Place[]): Promise<Map<string, Views>> {
  const sums = new Map<string, Views>()
  const add = (source: string, id: number | null, path: string) => {
    const views = pages.get(path) ?? pages.get(encodeURI(path))
    if (!views) return
    const key = toKey([source, id])
    const before = sums.get(key) ?? { people: 0, filtered: 0 }
    sums.set(key, { people: before.people + views.people, filtered: before.filtered + views.filtered })
  }
  for (const [path, source] of Object.entries(lists)) add(source, null, path)
  for (const { prefix, table, source } of nouns) {
    const ids = places.flatMap((place) => (place.source === source && place.id !== null ? [place.id] : []))
    for (const { slug, id } of await listSlugs(db, table, ids)) add(source, id, prefix + slug)
  }
  return sums
}

/** Present slugs, and former ones that no other row has taken. */
async function listSlugs(db: Db, table: (typeof nouns)[number]['table'], ids: readonly number[]) {
  if (ids.length === 0) return []
  const present = await db
    .selectFrom(table)
    .select(['slug', 'id'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  const former = await db
    .selectFrom('redirects')
    .select(['from_slug as slug', 'target_id as id'])
    .where('kind', '=', table)
    .where(isOneOf(db, 'target_id', ids))
    .execute()
  const taken = await findIds(
    db,
    table,
    former.map(({ slug }) => slug),
  )
  const own = present.flatMap(({ slug, id }) => (slug === null ? [] : [{ slug: String(slug), id: Number(id) }]))
  const others = former.filter(({ slug, id }) => taken.get(slug) === Number(id))
  const all = [...own, ...others.map(({ slug, id }) => ({ slug, id: Number(id) }))]
  return [...new Map(all.map((row) => [row.slug, row])).values()]
}

/** The places that some paths lead to, in the order of the paths. */
async function findPlaces(db: Db, paths: readonly string[]): Promise<Map<string, Place>> {
  const found = new Map<string, Place>()
  let rest = paths
  for (const { prefix, table, source } of nouns) {
    const slugOf = (path: string) => (path.startsWith(prefix) ? decode(path.slice(prefix.length)) : '')
    const isOfNoun = (path: string) => lists[path] === undefined && slugOf(path) !== '' && !slugOf(path).includes('/')
    const own = rest.filter(isOfNoun)
    const ids = await findIds(db, table, own.map(slugOf))
    for (const path of own) {
      const id = ids.get(slugOf(path))
      if (id !== undefined) found.set(path, { source, id })
    }
    rest = rest.filter((path) => !isOfNoun(path))
  }
  return new Map(
    paths.flatMap((path) => {
      const place = found.get(path)
      return place ? [[path, place]] : []
    }),
  )
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
