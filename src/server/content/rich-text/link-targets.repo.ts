import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { collect, type OpenTag } from './html-tokens.ts'

/** The pages of products, ingredients and routines, by the first part of their path. */
const tables = { shop: 'products', ingredients: 'ingredients', routines: 'routines' } as const
type Place = keyof typeof tables

/** The pages among them that belong to no row. */
const fixed = new Set(['/routines/build'])

/**
 * Where the owner's links to products, ingredients and routines lead now, by path: the path of a renamed one, null for one that
 * is inactive or gone. Paths that are still right are left out. Runs no query for bodies without such links.
 */
export async function findLinkTargets(db: Db, tags: OpenTag[]): Promise<Map<string, string | null>> {
  const links = collect(tags, 'a', ({ href }) => pathOf(href)).filter((path) => !fixed.has(path))
  const found = await Promise.all(
    (Object.keys(tables) as Place[]).map((place) => {
      const paths = links.filter((path) => path.startsWith(`/${place}/`))
      return paths.length > 0 ? findTargetsOf(db, place, paths) : []
    }),
  )
  return new Map(found.flat())
}

/** The path of a link to a page of a product, an ingredient or a routine. */
export function pathOf(href: string | undefined): string | undefined {
  return href && /^\/(?:shop|ingredients|routines)\/[^/?#]+(?=$|[?#])/.exec(href)?.[0]
}

async function findTargetsOf(db: Db, place: Place, paths: string[]): Promise<[string, string | null][]> {
  const table = tables[place]
  const slugs = new Map(paths.map((path) => [path, decoded(path.slice(place.length + 2))]))
  const active = await listActive(db, table, 'slug', [...slugs.values()])
  const known = new Set(active.map(({ slug }) => slug))
  const unknown = paths.filter((path) => !known.has(slugs.get(path)!))
  if (unknown.length === 0) return []
  const former = await db
    .selectFrom('redirects')
    .select(['from_slug', 'target_id'])
    .where('kind', '=', table)
    .where(
      isOneOf(
        db,
        'from_slug',
        unknown.map((path) => slugs.get(path)!),
      ),
    )
    .execute()
  const targets = new Map(former.map(({ from_slug, target_id }) => [from_slug, target_id]))
  const idOf = (slug: string) => targets.get(slug) ?? (place === 'shop' ? idOfUnnamed(slug) : undefined)
  const ids = unknown.flatMap((path) => idOf(slugs.get(path)!) ?? [])
  const byId = new Map((await listActive(db, table, 'id', ids)).map(({ id, slug }) => [id, slug]))
  return unknown.flatMap((path): [string, string | null][] => {
    const slug = slugs.get(path)!
    const id = idOf(slug)
    if (id === undefined || !byId.has(id)) return [[path, null]]
    // A product without a slug has its id in its path.
    const current = byId.get(id) ?? `product-${id}`
    return current === slug ? [] : [[path, `/${place}/${encodeURIComponent(current)}`]]
  })
}

function listActive(db: Db, table: (typeof tables)[Place], column: 'id' | 'slug', values: (string | number)[]) {
  if (values.length === 0) return []
  return db
    .selectFrom(table)
    .select(['id', 'slug'])
    .where(isOneOf(db, column, values))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
}

function idOfUnnamed(slug: string): number | undefined {
  const id = /^product-([1-9]\d{0,8})$/.exec(slug)?.[1]
  return id ? Number(id) : undefined
}

function decoded(slug: string): string {
  try {
    const text = decodeURIComponent(slug)
    // PostgreSQL compares no text with a NUL, and no slug has one.
    return text.includes('\0') ? slug : text
  } catch {
    return slug
  }
}
