import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImageUse, OwnerImage } from '../../../contract/images.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Per kind. */
const USES_MAX = 100
/** Batch size, so that no query blocks for long. */
const REVISIONS_AT_ONCE = 500

/** All current uses of an image in any variant, drafts included, deleted rows excluded. */
export async function listImageUses(db: Db, { id: imageId, picture }: OwnerImage): Promise<ImageUse[]> {
  const use = (kind: ImageUse['kind'], id: number | null, title: string, place: string): ImageUse => ({
    imageId,
    kind,
    id,
    title,
    place,
  })
  const shows = (column: string) => mentions(column, picture.key)
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'title', shows('cover_image').as('is_cover'), shows('content').as('is_in_text')])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([shows('cover_image'), shows('content')]))
    .orderBy('id')
    .limit(USES_MAX)
    .execute()
  const products = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where(shows('image_url'))
    .orderBy('id')
    .limit(USES_MAX)
    .execute()
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where(shows('image_url'))
    .orderBy('position')
    .execute()
  const settings = await db.selectFrom('settings').select('key').where(shows('value')).orderBy('key').execute()
  const users = await db.selectFrom('users').select(['id', 'name']).where(shows('image')).execute()
  return [
    ...posts.flatMap((post) => [
      ...(post.is_cover ? [use('post', post.id, post.title, 'cover')] : []),
      ...(post.is_in_text ? [use('post', post.id, post.title, 'text')] : []),
    ]),
    ...products.map(({ id, name }) => use('product', id, name, 'picture')),
    ...categories.map(({ id, name }) => use('category', id, name, 'picture')),
    ...settings.map(({ key }) => use('settings', null, 'Settings', key)),
    ...users.map(({ id, name }) => use('author', id, name, 'picture')),
  ]
}

/** Whether anything restorable uses an image: revisions and deleted rows included. */
export async function isMentioned(db: Db, key: string): Promise<boolean> {
  const shows = (column: string) => mentions(column, key)
  const found = await Promise.all([
    db
      .selectFrom('posts')
      .select('id')
      .where((eb) => eb.or([shows('cover_image'), shows('content')]))
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('products').select('id').where(shows('image_url')).limit(1).executeTakeFirst(),
    db.selectFrom('categories').select('id').where(shows('image_url')).limit(1).executeTakeFirst(),
    db.selectFrom('settings').select('key').where(shows('value')).limit(1).executeTakeFirst(),
    db.selectFrom('users').select('id').where(shows('image')).limit(1).executeTakeFirst(),
  ])
  if (found.some((row) => row !== undefined)) return true
  return (
    (await isInRevision(db, 'post_revisions', 'post', key)) || isInRevision(db, 'product_revisions', 'product', key)
  )
}

type RevisionTable = 'post_revisions' | 'product_revisions'

async function isInRevision(db: Db, table: RevisionTable, column: string, key: string): Promise<boolean> {
  let after = 0
  for (;;) {
    const ids = await db
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(REVISIONS_AT_ONCE)
      .execute()
    const last = ids.at(-1)?.id
    if (last === undefined) return false
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', last)
      .where(mentions(column, key))
      .limit(1)
      .executeTakeFirst()
    if (found) return true
    after = last
  }
}

/** The column contains a URL of the image. Keys are alphanumeric, so they need no LIKE escaping. */
function mentions(column: string, key: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${`%/media/${key}/%`}`
}
