import { type RawBuilder, sql } from 'kysely'
import type { ImageUse, OwnerImage } from '../../../contract/content/images.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import { countUp, versionKeyOf } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'

/** Per image and kind. */
const USES_MAX = 100
/** Rows with long texts of one query, so that none blocks for long. */
const BATCH = 200

/** The posts that are not deleted, by id, with the keys of the images that they use. */
export type ScannedPosts = Map<number, ScannedPost>
type ScannedPost = { version: number; title: string; inCover: string[]; inText: string[]; inPin: string[] }

/**
 * Finds the posts that use one of the images, themselves or in their working copies, in one pass over all posts. Of the posts in `known` only those that were
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
      .leftJoin('post_drafts', 'post_drafts.post_id', 'posts.id')
      .select(['posts.id', 'posts.version', 'posts.title', 'posts.cover_image', 'posts.content', 'posts.pin_image'])
      .select('post_drafts.draft')
      .where('posts.id', 'in', unread.slice(from, from + BATCH))
      .execute()
    for (const { id, version, title, cover_image, content, pin_image, draft } of rows) {
      const copy = draft ? (JSON.parse(draft) as PostDraft) : undefined
      const inCover = keysIn(`${cover_image} ${copy?.coverImage ?? ''}`)
      const inText = keysIn(`${content} ${copy?.content ?? ''}`)
      scanned.set(id, { version, title, inCover, inText, inPin: keysIn(`${pin_image ?? ''} ${copy?.pinImage ?? ''}`) })
    }
    await yieldToEventLoop()
  }
  return scanned
}

/** All current uses of images in any variant, drafts included, deleted rows excluded. */
export async function listImageUses(db: Db, images: OwnerImage[], known?: ScannedPosts): Promise<ImageUse[]> {
  const keys = images.map(({ picture }) => picture.key)
  const keysIn = createKeyFinder(keys)
  const found = new Map(images.map(({ id, picture }) => [picture.key, { imageId: id, uses: [] as ImageUse[] }]))
  const counts = new Map<string, number>()
  const add = (used: string[], kind: ImageUse['kind'], id: number | null, title: string, place: string) => {
    for (const key of used) {
      const count = (counts.get(`${kind} ${place} ${key}`) ?? 0) + 1
      counts.set(`${kind} ${place} ${key}`, count)
      const image = found.get(key)
      if (image && count <= USES_MAX) image.uses.push({ imageId: image.imageId, kind, id, title, place })
    }
  }
  const posts = [...(await scanPosts(db, keys, known))].sort(([one], [other]) => one - other)
  for (const [id, { title, inCover, inText, inPin }] of posts) {
    add(inCover, 'post', id, title, 'cover')
    add(inText, 'post', id, title, 'text')
    add(inPin, 'post', id, title, 'pin')
  }
  for (const { kind, id, title, place, text } of await listShortTexts(db)) add(keysIn(text), kind, id, title, place)
  return [...found.values()].flatMap(({ uses }) => uses)
}

type ShortText = Omit<ImageUse, 'imageId'> & { text: string }

/** Lists the texts outside of posts that may name images. */
async function listShortTexts(db: Db): Promise<ShortText[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'image_url', 'facts'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'name', 'image_url'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const routines = await db
    .selectFrom('routines')
    .select(['id', 'name', 'image_url'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const settings = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  const users = await db.selectFrom('users').select(['id', 'name', 'image']).orderBy('id').execute()
  const picture = { place: 'picture' }
  return [
    ...products.flatMap(({ id, name: title, image_url, facts }) => [
      { kind: 'product' as const, id, title, text: image_url, ...picture },
      { kind: 'product' as const, id, title, text: facts, place: 'furtherPictures' },
    ]),
    ...categories.map(({ id, name, image_url: text }) => ({
      kind: 'category' as const,
      id,
      title: name,
      text,
      ...picture,
    })),
    ...routines.map(({ id, name, image_url: text }) => ({
      kind: 'routine' as const,
      id,
      title: name,
      text,
      ...picture,
    })),
    ...settings.map(({ key: place, value: text }) => ({
      kind: 'settings' as const,
      id: null,
      title: 'Settings',
      place,
      text,
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

/** Tables that show images, with the columns of their URLs. */
const showing = [
  { table: 'posts', columns: ['cover_image', 'content', 'pin_image'], isVersioned: true },
  { table: 'products', columns: ['image_url', 'facts'], isVersioned: true },
  { table: 'categories', columns: ['image_url'], isVersioned: false },
  { table: 'routines', columns: ['image_url'], isVersioned: true },
  { table: 'users', columns: ['image'], isVersioned: false },
] as const

/**
 * Replaces the URLs of all variants of an image by one URL of another, deleted rows and working copies included. What has a
 * version gets a new one, so that an open form does not bring the former URL back. Revisions keep it.
 */
export async function replaceImageUrls(db: Db, { key, url, now }: { key: string; url: string; now: string }) {
  const former = new RegExp(`/media/${key}/\\d+\\.(?:avif|webp|jpg)`, 'g')
  const replaced = (text: string) => text.replace(former, url)
  const toReplaced = (text: string | null) => text && replaced(text)
  const mentions = (column: string) => sql<boolean>`${sql.ref(column)} like ${`%/media/${key}/%`}`
  for (const { table, columns, isVersioned } of showing) {
    const condition = sql.join(columns.map(mentions), sql` or `)
    // A working copy has the version of its post, whose row is locked before it, as by an autosave.
    const inCopy = sql` or id in (select post_id from post_drafts where ${mentions('draft')})`
    // The update locks the rows: a text saved meanwhile must not be overwritten with what was read before.
    const { rows } = await sql<{ id: number } & Record<string, string | null>>`
      update ${sql.table(table)} set ${isVersioned ? sql`version = version + 1` : sql`id = id`}
      where ${condition} ${table === 'posts' ? inCopy : sql``}
      returning id, ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db)
    for (const row of rows) {
      const changes = columns.map((column) => sql`${sql.ref(column)} = ${toReplaced(row[column] ?? null)}`)
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${row.id}`.execute(db)
    }
  }
  const copies = await db.selectFrom('post_drafts').select(['post_id', 'draft']).where(mentions('draft')).execute()
  for (const { post_id, draft } of copies)
    await db
      .updateTable('post_drafts')
      .set({ draft: replaced(draft) })
      .where('post_id', '=', post_id)
      .execute()
  await replaceInSettings(db, { mentions: mentions('value'), replaced, now })
}

type InSettings = { mentions: RawBuilder<boolean>; replaced: (text: string) => string; now: string }

async function replaceInSettings(db: Db, { mentions, replaced, now }: InSettings): Promise<void> {
  const keys = (await db.selectFrom('settings').select('key').where(mentions).orderBy('key').execute()).map(
    ({ key }) => key,
  )
  // Counting locks the values that share the version.
  for (const version of [...new Set(keys.map(versionKeyOf))].sort()) await countUp(db, version, now)
  const settings = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['', ...keys])
    .execute()
  for (const { key, value } of settings)
    await db
      .updateTable('settings')
      .set({ value: replaced(value) })
      .where('key', '=', key)
      .execute()
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
  for (const { table, columns, key } of restorable) {
    let after = 0
    for (;;) {
      const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
      const { rows } = await sql<{ id: number; text: string }>`
        select ${sql.ref(key)} as id, ${sql.join(texts, sql` || ' ' || `)} as text from ${sql.table(table)}
        where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${BATCH}`.execute(db)
      for (const { id, text } of rows) {
        after = id
        yield text
      }
      yield ''
      if (rows.length < BATCH) break
    }
  }
  for (const { value } of await db.selectFrom('settings').select('value').execute()) yield value
}

const restorable = [
  { table: 'posts', columns: ['cover_image', 'content', 'pin_image'], key: 'id' },
  { table: 'products', columns: ['image_url', 'facts'], key: 'id' },
  { table: 'categories', columns: ['image_url'], key: 'id' },
  { table: 'routines', columns: ['image_url'], key: 'id' },
  { table: 'users', columns: ['image'], key: 'id' },
  { table: 'post_drafts', columns: ['draft'], key: 'post_id' },
  { table: 'post_revisions', columns: ['post'], key: 'id' },
  { table: 'product_revisions', columns: ['product'], key: 'id' },
] as const

/** Returns a function that finds which of the images a text has URLs of. */
function createKeyFinder(keys: string[]): (text: string) => string[] {
  const wanted = new Set(keys)
  return (text) => {
    const found = new Set<string>()
    for (const [, key] of text.matchAll(/\/media(?=\/([\w-]+)\/)/g))
      if (key !== undefined && wanted.has(key)) found.add(key)
    return [...found]
  }
}
