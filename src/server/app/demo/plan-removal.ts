import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type DemoTable, hashesOf, listDemoRows, readHashes } from './demo-rows.repo.ts'
import { addUsesOfImages, addUsesOfPosts, addUsesOfRoutines, type DemoUses } from './demo-uses.repo.ts'

/** The owner writes or uploads rows of these tables herself; the rest of the demo is never hers. */
export const contentTables = ['posts', 'products', 'ingredients', 'routines', 'categories', 'images'] as const
export type ContentTable = (typeof contentTables)[number]

export type DemoPlan = {
  /** The keys to remove, by table. */
  remove: Record<DemoTable, string[]>
  /** Edited by the owner since they were seeded. */
  edited: Record<ContentTable, number[]>
}

/** Decides for each demo row whether it goes. Reads all posts if there is any demo content. */
export async function planRemoval(db: Db, { removesEdited }: { removesEdited: boolean }): Promise<DemoPlan> {
  const demo = await listDemoRows(db)
  const keysOf = (table: DemoTable) => [...hashesOf(demo, table).keys()]
  const edited = {} as Record<ContentTable, number[]>
  for (const table of contentTables) edited[table] = await listEdited(db, table, hashesOf(demo, table))
  const kept = removesEdited ? noEdits : edited
  const removedPosts = new Set(without(keysOf('posts'), kept.posts).map(Number))
  const uses: DemoUses = {
    categories: new Set(kept.categories),
    products: new Set(kept.products),
    ingredients: new Set(kept.ingredients),
    routines: new Set(kept.routines),
    imageKeys: new Set(),
  }
  await addUsesOfPosts(db, removedPosts, uses)
  const routines = without(keysOf('routines'), [...uses.routines])
  await addUsesOfRoutines(db, new Set(routines.map(Number)), uses)
  const settings = await listUnchanged(db, 'settings', hashesOf(demo, 'settings'))
  const users = await listUnchanged(db, 'users', hashesOf(demo, 'users'))
  const products = without(keysOf('products'), [...uses.products])
  const ingredients = without(keysOf('ingredients'), [...uses.ingredients])
  const categories = without(keysOf('categories'), [...uses.categories])
  await addUsesOfImages(
    db,
    {
      products: new Set(products.map(Number)),
      routines: new Set(routines.map(Number)),
      categories: new Set(categories.map(Number)),
      settings: new Set(settings),
    },
    uses,
  )
  const usedImages = await listImageIds(db, [...uses.imageKeys])
  const remove = {
    posts: [...removedPosts].map(String),
    products,
    ingredients,
    routines,
    categories,
    images: without(keysOf('images'), [...kept.images, ...usedImages]),
    settings,
    users,
    newsletters: [...removedPosts].map(String),
    subscribers: keysOf('subscribers'),
    suppressions: keysOf('suppressions'),
    consents: keysOf('consents'),
    contacts: keysOf('contacts'),
    link_clicks: keysOf('link_clicks'),
    conversions: keysOf('conversions'),
    earning_events: keysOf('earning_events'),
    earning_rules: keysOf('earning_rules'),
    programs: await listUnusedPrograms(db, hashesOf(demo, 'programs')),
  }
  return { remove, edited }
}

const noEdits: Record<ContentTable, number[]> = {
  posts: [],
  products: [],
  ingredients: [],
  routines: [],
  categories: [],
  images: [],
}

const without = (keys: string[], ids: number[]) => {
  const excluded = new Set(ids.map(String))
  return keys.filter((key) => !excluded.has(key))
}

/** The ids of demo rows that the owner has edited. Deleted ones do not count: they are on their way out. */
export async function listEdited(db: Db, table: ContentTable, hashes: Map<string, string>): Promise<number[]> {
  const present = await readHashes(db, table, [...hashes.keys()].map(Number))
  const changed = [...present].flatMap(([key, hash]) => (hash === hashes.get(key) ? [] : [Number(key)]))
  if (table === 'posts') {
    const ids = [...present.keys()].map(Number)
    changed.push(...(await listWorkingCopies(db, ids)), ...(await listChangedNewsletters(db)))
  }
  if (changed.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('deleted_at', 'is', null)
    .where(isOneOf(db, 'id', changed))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A post with unpublished changes is edited, too. */
async function listWorkingCopies(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('post_drafts')
    .select('post_id')
    .where(isOneOf(db, 'post_id', ids))
    .execute()
  return rows.map(({ post_id }) => post_id)
}

/** A newsletter that the owner has sent, switched on or given another audience is edited, too. */
async function listChangedNewsletters(db: Db): Promise<number[]> {
  const hashes = hashesOf(await listDemoRows(db, ['newsletters']), 'newsletters')
  const present = await readHashes(db, 'newsletters', [...hashes.keys()].map(Number))
  return [...present].flatMap(([key, hash]) => (hash === hashes.get(key) ? [] : [Number(key)]))
}

/** A program to whose address a network pushes sales has become the owner's. */
async function listUnusedPrograms(db: Db, hashes: Map<string, string>): Promise<string[]> {
  const rows = await db.selectFrom('postback_addresses').select('program_id').execute()
  return without(
    await listUnchanged(db, 'programs', hashes),
    rows.map(({ program_id }) => program_id),
  )
}

/** The keys of the settings that still are as the demo has set them. */
export async function listUnchangedSettings(db: Db): Promise<string[]> {
  return listUnchanged(db, 'settings', hashesOf(await listDemoRows(db, ['settings']), 'settings'))
}

type WithoutContent = 'settings' | 'users' | 'programs'

async function listUnchanged(db: Db, table: WithoutContent, hashes: Map<string, string>): Promise<string[]> {
  const keys = table === 'settings' ? [...hashes.keys()] : [...hashes.keys()].map(Number)
  const present = await readHashes(db, table, keys)
  return [...present].flatMap(([key, hash]) => (hash === hashes.get(key) ? [key] : []))
}

async function listImageIds(db: Db, keys: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where(isOneOf(db, 'key', keys))
    .execute()
  return rows.map(({ id }) => id)
}
