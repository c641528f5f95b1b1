import { sql } from 'kysely'
import type { ImageUse, OwnerImage } from '../../../contract/images.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'

/** Per image and kind. */
const USES_MAX = 100
/** Rows with long texts of one query, so that none blocks for long. */
const BATCH = 200

/** The posts that are not deleted, by id, with the keys of the images that they use. */
export type ScannedPosts = Map<number, ScannedPost>
type ScannedPost = { version: number; title: string; inCover: string[]; inText: string[] }

/**
 * Finds the posts that use one of the images, in one pass over all posts. Of the posts in `known` only those that were
 * saved since are read, so that a scan before a transaction makes the one inside it short.
 */
export async function scanPosts(db: Db, keys: string[], known: ScannedPosts = new Map()): Promise<ScannedPosts> {
  const versions = await db
    .selectFrom('posts')
    .select(['id', 'version'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const keysIn = createKeyFinder(keys)
  const scanned: ScannedPosts = new Map()
  const unread: number[] = []
  for (const { id, version } of versions) {
    const post = known.get(id)
    if (post?.version === version) scanned.set(id, post)
    else unread.push(id)
  }
  for (let from = 0; from < unread.length; from += BATCH) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'version', 'title', 'cover_image', 'content'])
      .where('id', 'in', unread.slice(from, from + BATCH))
      .execute()
    for (const { id, version, title, cover_image, content } of rows)
      scanned.set(id, { version, title, inCover: keysIn(cover_image), inText: keysIn(content) })
    await yieldToEventLoop()
  }
  return scanned
}

/** All current uses of images in any variant, drafts included, deleted rows excluded. */
export async function listImageUses(db: Db, images: OwnerImage[], known?: ScannedPosts): Promise<ImageUse[]> {
  const keys = images.map(({ picture }) => picture.key)
  const keysIn = createKeyFinder(keys)
  const uses = new Map(keys.map((key): [string, ImageUse[]] => [key, []]))
  const ids = new Map(images.map(({ id, picture }) => [picture.key, id]))
  const counts = new Map<string, number>()
  const add = (found: string[], kind: ImageUse['kind'], id: number | null, title: string, place: string) => {
    for (const key of found) {
      const count = (counts.get(`${kind} ${place} ${key}`) ?? 0) + 1
      counts.set(`${kind} ${place} ${key}`, count)
      if (count <= USES_MAX) uses.get(key)!.push({ imageId: ids.get(key)!, kind, id, title, place })
    }
  }
  const posts = [...(await scanPosts(db, keys, known))].sort(([one], [other]) => one - other)
  for (const [id, { title, inCover, inText }] of posts) {
    add(inCover, 'post', id, title, 'cover')
    add(inText, 'post', id, title, 'text')
  }
  for (const { kind, id, title, place, text } of await listShortTexts(db)) add(keysIn(text), kind, id, title, place)
  return keys.flatMap((key) => uses.get(key)!)
}

type ShortText = Omit<ImageUse, 'imageId'> & { text: string }

/** What may name images outside of posts. */
async function listShortTexts(db: Db): Promise<ShortText[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'image_url'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'name', 'image_url'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const settings = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  const users = await db.selectFrom('users').select(['id', 'name', 'image']).orderBy('id').execute()
  const picture = { place: 'picture' }
  return [
    ...products.map(({ id, name, image_url: text }) => ({
      kind: 'product' as const,
      id,
      title: name,
      text,
      ...picture,
    })),
    ...categories.map(({ id, name, image_url: text }) => ({
      ...{ kind: 'category' as const, id, title: name, text, ...picture },
    })),
    ...settings.map(({ key: place, value: text }) => ({
      ...{ kind: 'settings' as const, id: null, title: 'Settings', place, text },
    })),
    ...users.map(({ id, name, image }) => ({
      kind: 'author' as const,
      id,
      title: name,
      text: image ?? '',
      ...picture,
    })),
  ]
}

/** Those of `keys` that anything restorable uses, revisions and deleted rows included, in one pass over all rows. */
export async function findMentioned(
  db: Db,
  keys: string[],
  signal?: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<Set<string>> {
  const keysIn = createKeyFinder(keys)
  const mentioned = new Set<string>()
  for await (const text of restorableTexts(db)) {
    for (const key of keysIn(text)) mentioned.add(key)
    if (mentioned.size === keys.length) break
    if (text === '') await yieldToEventLoop(signal)
  }
  return mentioned
}

/** Every text that may name an image, and '' after each batch. */
async function* restorableTexts(db: Db): AsyncGenerator<string> {
  for (const { table, columns } of restorable) {
    let after = 0
    for (;;) {
      const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
      const { rows } = await sql<{ id: number; text: string }>`
        select id, ${sql.join(texts, sql` || ' ' || `)} as text from ${sql.table(table)}
        where id > ${after} order by id limit ${BATCH}`.execute(db)
      for (const { text } of rows) yield text
      yield ''
      if (rows.length < BATCH) break
      after = rows.at(-1)!.id
    }
  }
  for (const { value } of await db.selectFrom('settings').select('value').execute()) yield value
}

const restorable = [
  { table: 'posts', columns: ['cover_image', 'content'] },
  { table: 'products', columns: ['image_url'] },
  { table: 'categories', columns: ['image_url'] },
  { table: 'users', columns: ['image'] },
  { table: 'post_revisions', columns: ['post'] },
  { table: 'product_revisions', columns: ['product'] },
] as const

/** Returns a function that finds which of the images a text has URLs of. */
function createKeyFinder(keys: string[]): (text: string) => string[] {
  const wanted = new Set(keys)
  return (text) => {
    const found = new Set<string>()
    for (const [, key] of text.matchAll(/\/media(?=\/([\w-]+)\/)/g)) if (wanted.has(key!)) found.add(key!)
    return [...found]
  }
}
