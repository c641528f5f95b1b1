import { sql } from 'kysely'
import type { PostKind } from '../../../contract/content/posts.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A page of the site that has a row. */
export type PublicPage = { path: string; slug: string; title: string }

type Place = {
  prefix: string
  table: 'posts' | 'categories' | 'products' | 'ingredients' | 'routines'
  kind?: PostKind
}

/** The longest prefix first, by which an address belongs to one place. */
const places: readonly Place[] = [
  { prefix: '/blog/category/', table: 'categories' },
  { prefix: '/ingredients/', table: 'ingredients' },
  { prefix: '/routines/', table: 'routines' },
  { prefix: '/letters/', table: 'posts', kind: 'newsletter' },
  { prefix: '/blog/', table: 'posts', kind: 'post' },
  { prefix: '/shop/', table: 'products' },
  { prefix: '/', table: 'posts', kind: 'page' },
]

/** The public rows of a place, as `slug` and `title`. */
function publicRows(db: Db, { table, kind }: Place, now: string) {
  const rows = db.selectFrom(table as 'posts').where('deleted_at', 'is', null)
  if (table === 'posts')
    return rows.where('kind', '=', kind!).where('published_at', '<=', now).select(['slug', 'title'])
  const named = rows.select(['slug', sql<string>`name`.as('title')])
  return table === 'categories' ? named : named.where(sql<boolean>`is_active = ${true}`)
}

/** Those of the addresses that have a page. */
export async function findPublicPages(db: Db, addresses: readonly string[], now: string): Promise<Set<string>> {
  const wanted = new Map<Place, string[]>()
  for (const address of addresses) {
    const place = places.find(({ prefix }) => address.startsWith(prefix))
    const slug = place && address.slice(place.prefix.length)
    if (slug && !/[/?]/.test(slug)) wanted.set(place, [...(wanted.get(place) ?? []), slug])
  }
  const found = await Promise.all(
    [...wanted].map(async ([place, slugs]) => {
      const rows = await publicRows(db, place, now)
        .where(isOneOf(db, 'slug', slugs))
        .execute()
      return rows.map(({ slug }) => place.prefix + slug)
    }),
  )
  return new Set(found.flat())
}

/** Pages of one place at most. */
const SIMILAR_MAX = 200

/** Pages whose slug contains one of the parts, newest first. Newsletters are left out. */
export async function listPagesWith(db: Db, parts: readonly string[], now: string): Promise<PublicPage[]> {
  if (parts.length === 0) return []
  const found = await Promise.all(
    places
      .filter(({ kind }) => kind !== 'newsletter')
      .map(async (place) => {
        const rows = await publicRows(db, place, now)
          .where(({ or, eb }) => or(parts.map((part) => eb('slug', 'like', `%${part}%`))))
          .orderBy('id', 'desc')
          .limit(SIMILAR_MAX)
          .execute()
        return rows.map(({ slug, title }) => ({ path: place.prefix + slug, slug, title }))
      }),
  )
  return found.flat()
}
