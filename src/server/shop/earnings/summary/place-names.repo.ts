import { type NetworkName, networks } from '../../../../contract/shop/networks.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'

type Place = { source: string | null; id: number | null }

const lists: Record<string, string> = {
  home: 'Home page',
  shop: 'Shop',
  search: 'Search results',
  newsletter: 'Newsletter',
}

const nouns: Record<string, string> = {
  post: 'Post',
  page: 'Page',
  product: 'Product page',
  routine: 'Routine',
  ingredient: 'Ingredient',
}

const positionNames: Record<string, string> = {
  text: 'link in the text',
  box: 'product box',
  card: 'card',
  button: 'button',
  review: 'review',
  comparison: 'comparison',
  pick: 'pick',
  routine: 'step of a routine',
  list: 'list',
}

/** The names of places; a deleted one keeps its number. */
export async function namePlaces(db: Db, places: readonly Place[]): Promise<(place: Place) => string> {
  const idsOf = (...sources: string[]) => [
    ...new Set(places.flatMap(({ source, id }) => (source && id && sources.includes(source) ? [id] : []))),
  ]
  const posts = await nameRows(db, 'posts', 'title', idsOf('post', 'page'))
  const names: Record<string, Map<number, string>> = {
    post: posts,
    page: posts,
    product: await nameRows(db, 'products', 'name', idsOf('product')),
    routine: await nameRows(db, 'routines', 'name', idsOf('routine')),
    ingredient: await nameRows(db, 'ingredients', 'name', idsOf('ingredient')),
  }
  return ({ source, id }) => {
    if (source === null) return 'Unattributed'
    if (id === null) return lists[source] ?? nouns[source] ?? source
    return names[source]?.get(id) ?? `${nouns[source] ?? lists[source] ?? source} ${id}`
  }
}

export function namePosts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return nameRows(db, 'posts', 'title', ids)
}

export function nameProducts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return nameRows(db, 'products', 'name', ids)
}

async function nameRows(
  db: Db,
  table: 'posts' | 'products' | 'routines' | 'ingredients',
  column: 'title' | 'name',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['id', (eb) => eb.ref(column as 'name').as('name')])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, String(name)]))
}

/** How a link is shown, in words. */
export function namePosition(position: string | null): string {
  return position === null ? 'link' : (positionNames[position] ?? position)
}

/** ‘Text link in a post’, ‘Home page: card’. */
export function namePlacement(source: string | null, position: string | null): string {
  if (source === null) return 'Unattributed'
  const place = nouns[source] ?? lists[source] ?? source
  return position === null ? place : `${place}: ${positionNames[position] ?? position}`
}

export function nameProgram(network: string, advertiser: string | null): string {
  const label = network in networks ? networks[network as NetworkName].label : network
  const name = network === 'generic' ? 'Recorded and other sales' : label
  return advertiser ? `${advertiser} (${label})` : name
}
