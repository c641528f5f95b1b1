import { sql } from 'kysely'
import type { OwnerImage, OwnerImageListQuery } from '../../../contract/images.ts'
import { pictureUrl } from '../../../contract/picture-url.ts'

import type { Picture } from '../../../contract/pictures.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { StoredImage } from './image-variants.ts'

export type NewImage = {
  stored: StoredImage
  altText: string
  fileName: string
  format: OwnerImage['format']
  /** Of the file that was uploaded. */
  bytes: number
}

/** Enters an image that is on the disk; the same bytes twice are one image. Answers its address. */
export async function createImage(db: Db, image: NewImage, now: string): Promise<string> {
  const { stored, altText, fileName, format, bytes } = image
  const url = pictureUrl(stored, stored.widths.at(-1)!, stored.format)
  await db
    .insertInto('images')
    .values({
      key: stored.key,
      url,
      alt_text: altText,
      width: stored.width,
      height: stored.height,
      widths: JSON.stringify(stored.widths),
      placeholder: stored.placeholder,
      file_name: fileName,
      format,
      bytes,
      is_animated: stored.isAnimated,
      is_described: describes(altText, fileName),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return url
}

/**
 * The still pictures of the media library that have one of the keys. What moves is shown at its own address: the other
 * formats would hold it at its first frame.
 */
export async function findPictures(db: Db, keys: string[]): Promise<Picture[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('images')
    .select(pictureColumns)
    .where('key', 'in', keys)
    .where('is_animated', '=', false)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.flatMap((row) => toPicture(row) ?? [])
}

/** The image of these bytes, deleted or not, with whether it is. */
export async function findImageByKey(
  db: Db,
  key: string,
): Promise<{ image: OwnerImage; isDeleted: boolean } | undefined> {
  const row = await db.selectFrom('images').selectAll().where('key', '=', key).executeTakeFirst()
  return row && { image: toOwnerImage(row), isDeleted: row.deleted_at !== null }
}

export async function findImage(db: Db, id: number): Promise<OwnerImage | undefined> {
  const row = await live(db).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toOwnerImage(row)
}

/** The images of `ids` that are not deleted. */
export async function findImages(db: Db, ids: number[]): Promise<OwnerImage[]> {
  const rows = await live(db).selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toOwnerImage)
}

export type ImageFilter = Pick<OwnerImageListQuery, 'q' | 'sort' | 'direction' | 'described'>

export async function countImages(db: Db, filter: ImageFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Newest first unless another order is asked for. */
export async function listImages(
  db: Db,
  filter: ImageFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<OwnerImage[]> {
  const { sort = 'createdAt', direction = sort === 'fileName' ? 'asc' : 'desc' } = filter
  const rows = await matching(db, filter)
    .selectAll()
    .$if(sort === 'createdAt', (query) => query.orderBy('created_at', direction))
    .$if(sort === 'fileName', (query) => query.orderBy(sql`lower(file_name)`, direction))
    .$if(sort === 'bytes', (query) => query.orderBy('bytes', direction))
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toOwnerImage)
}

export async function saveAltText(db: Db, id: number, altText: string): Promise<OwnerImage | undefined> {
  const image = await findImage(db, id)
  if (!image) return undefined
  const isDescribed = describes(altText, image.fileName)
  await db.updateTable('images').set({ alt_text: altText, is_described: isDescribed }).where('id', '=', id).execute()
  return { ...image, altText, isDescribed }
}

export async function markDeleted(db: Db, ids: number[], now: string): Promise<void> {
  await db
    .updateTable('images')
    .set({ deleted_at: now })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Answers those of `ids` that there are, which are then in the library again. */
export async function restoreImages(db: Db, ids: number[]): Promise<OwnerImage[]> {
  await db.updateTable('images').set({ deleted_at: null }).where('id', 'in', ids).execute()
  return findImages(db, ids)
}

export async function listImagesDeletedBefore(db: Db, before: string): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('images').select(['id', 'key']).where('deleted_at', '<', before).orderBy('id').execute()
}

/** Forgets an image for good, unless it has come back; answers whether it did. */
export async function purgeImage(db: Db, id: number, deletedBefore: string): Promise<boolean> {
  const row = await db
    .deleteFrom('images')
    .where('id', '=', id)
    .where('deleted_at', '<', deletedBefore)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Every image with the widths it is shown in, in the order in which they were entered. */
export async function listImageWidths(db: Db): Promise<{ key: string; widths: number[] }[]> {
  const rows = await live(db).select(['key', 'widths']).orderBy('id').execute()
  return rows.map(({ key, widths }) => ({ key, widths: JSON.parse(widths) as number[] }))
}

/** The name of a file without what follows its last dot: what an alt text is until somebody writes one. */
export function stemOf(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/u, '').trim()
}

function describes(altText: string, fileName: string): boolean {
  const text = altText.trim()
  return text !== '' && text !== stemOf(fileName) && text !== fileName.trim()
}

function live(db: Db) {
  return db.selectFrom('images').where('deleted_at', 'is', null)
}

function matching(db: Db, { q, described }: ImageFilter) {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  let query = live(db)
  if (described) query = query.where('is_described', '=', described === 'true')
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(alt_text || ' ' || file_name) like ${pattern} escape '\\'`)
  }
  return query
}

function toOwnerImage(row: Row<'images'>): OwnerImage {
  return {
    id: row.id,
    url: row.url,
    altText: row.alt_text,
    fileName: row.file_name,
    format: row.format as OwnerImage['format'],
    bytes: row.bytes,
    isAnimated: Boolean(row.is_animated),
    isDescribed: Boolean(row.is_described),
    createdAt: row.created_at,
    picture: {
      key: row.key,
      width: row.width,
      height: row.height,
      widths: JSON.parse(row.widths) as number[],
      placeholder: row.placeholder,
    },
  }
}
