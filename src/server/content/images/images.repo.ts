import { sql } from 'kysely'
import type { ImageInput, OwnerImage, OwnerImageListQuery } from '../../../contract/content/images.ts'
import { pictureUrl, variantWidths } from '../../../contract/content/picture-url.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { typedText } from '../../../contract/platform/typed-text.ts'
import { contains } from '../../platform/db/contains.ts'
import { pictureColumns, toFocus, toPicture } from '../../platform/db/picture-columns.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { type Named, softDelete, undelete } from '../../platform/db/soft-delete.ts'
import { parseTags } from './image-tags.repo.ts'
import type { StoredImage } from './image-variants.ts'

/** An uploaded file as it is stored. */
export type StoredFile = {
  stored: StoredImage
  fileName: string
  format: OwnerImage['format']
  /** Size of the uploaded file. */
  bytes: number
}

export type NewImage = StoredFile & { altText: string; tags?: string[] }

/** The columns of a file. */
export function newFileColumns({ stored, fileName, format, bytes }: StoredFile) {
  return {
    key: stored.key,
    url: pictureUrl(stored, Math.max(...stored.widths), stored.format),
    width: stored.width,
    height: stored.height,
    widths: JSON.stringify(stored.widths),
    placeholder: stored.placeholder,
    file_name: fileName,
    format,
    bytes,
  }
}

/** Inserts the row of a stored image unless it exists. Returns its URL. */
export async function createImage(db: Db, image: NewImage, now: string): Promise<string> {
  const { stored, altText, fileName, tags = [] } = image
  const file = newFileColumns(image)
  await db
    .insertInto('images')
    .values({
      ...file,
      alt_text: altText,
      is_animated: stored.isAnimated,
      is_described: describes(altText, fileName),
      tags: JSON.stringify(tags),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return file.url
}

/** The still images with one of the keys. Animated images are embedded by their own URL, since variants are still. */
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

/** Those of the keys that an image has, still or animated. */
export async function findExistingKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await notDeleted(db).select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

/** The image with a key, with whether it is deleted. */
export async function findImageByKey(
  db: Db,
  key: string,
): Promise<{ image: OwnerImage; isDeleted: boolean } | undefined> {
  const row = await db.selectFrom('images').selectAll().select(replacedAt).where('key', '=', key).executeTakeFirst()
  return row && { image: toOwnerImage(row), isDeleted: row.deleted_at !== null }
}

export async function findImage(db: Db, id: number): Promise<OwnerImage | undefined> {
  const row = await notDeleted(db).selectAll().select(replacedAt).where('id', '=', id).executeTakeFirst()
  return row && toOwnerImage(row)
}

/** An image that this transaction has found or written. */
export async function readImage(db: Db, id: number): Promise<OwnerImage> {
  return toOwnerImage(
    await notDeleted(db).selectAll().select(replacedAt).where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** The images of `ids`, deleted ones excluded. */
export async function findImages(db: Db, ids: number[]): Promise<OwnerImage[]> {
  const rows = await notDeleted(db).selectAll().select(replacedAt).where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toOwnerImage)
}

/** The keys of the images of `ids`, deleted ones included. */
export async function findImageKeys(db: Db, ids: number[]): Promise<string[]> {
  const rows = await db.selectFrom('images').select('key').where('id', 'in', ids).execute()
  return rows.map(({ key }) => key)
}

type ImageFilter = Pick<OwnerImageListQuery, 'q' | 'described' | 'tag'>

/** The media library. */
export const imageList = createRowList({
  table: 'images',
  matching: (db, { q, described, tag }: ImageFilter) => {
    const terms = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const text = sql`images.alt_text || ' ' || images.file_name || ' ' || images.tags`
    return terms.reduce(
      (query, term) => query.where(() => contains([text], term)),
      db
        .selectFrom('images')
        .where('images.deleted_at', 'is', null)
        .$if(tag !== undefined, (query) => query.where(contains([sql`images.tags`], JSON.stringify(tag))))
        .$if(described !== undefined, (query) => query.where('images.is_described', '=', described === 'true')),
    )
  },
  sorts: {
    createdAt: (direction) => [sql`images.created_at ${direction}`],
    fileName: (direction) => [sql`lower(images.file_name) ${direction}`],
    bytes: (direction) => [sql`images.bytes ${direction}`],
  },
  defaultSort: 'createdAt',
  descending: ['createdAt', 'bytes'],
  read: findImages,
})

export async function saveImage(db: Db, id: number, input: ImageInput): Promise<OwnerImage | undefined> {
  const image = await findImage(db, id)
  if (!image) return undefined
  const { altText, fileName = image.fileName, focus = image.picture.focus ?? CENTRE } = input
  await db
    .updateTable('images')
    .set({
      alt_text: altText,
      file_name: fileName,
      is_described: describes(altText, fileName),
      focal_x: focus.x,
      focal_y: focus.y,
    })
    .where('id', '=', id)
    .execute()
  return findImage(db, id)
}

const CENTRE = { x: 50, y: 50 }

/** Sets the focal point of an image that has none. */
export async function setFirstFocus(db: Db, key: string, { x, y }: NonNullable<ImageInput['focus']>): Promise<void> {
  await db
    .updateTable('images')
    .set({ focal_x: x, focal_y: y })
    .where('key', '=', key)
    .where('focal_x', '=', CENTRE.x)
    .where('focal_y', '=', CENTRE.y)
    .execute()
}

/** Returns the deleted images. */
export function deleteImages(db: Db, ids: number[], now: string): Promise<Named[]> {
  return softDelete(db, 'images', { ids, now, name })
}

/** Returns the restored images. */
export function restoreImages(db: Db, ids: number[]): Promise<Named[]> {
  return undelete(db, 'images', { ids, name })
}

/** In the audit trail. */
const name = sql<string>`coalesce(nullif(alt_text, ''), file_name)`

export async function listImagesDeletedBefore(db: Db, before: string): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('images').select(['id', 'key']).where('deleted_at', '<', before).orderBy('id').execute()
}

/** Deletes the row of an image permanently unless it was restored meanwhile; returns whether it did. */
export async function purgeImage(db: Db, id: number, deletedBefore: string): Promise<boolean> {
  const row = await db
    .deleteFrom('images')
    .where('id', '=', id)
    .where('deleted_at', '<', deletedBefore)
    // A revision shows one of them.
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('image_versions').select('id').whereRef('image_versions.image_id', '=', 'images.id'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** All images with their widths, oldest first. */
export async function listImageWidths(db: Db): Promise<{ key: string; widths: number[] }[]> {
  const rows = await notDeleted(db).select(['key', 'width']).orderBy('id').execute()
  return rows.map(({ key, width }) => ({ key, widths: variantWidths(width) }))
}

/** The file name without its extension: the alt text of an image that is not described yet. */
export function stemOf(fileName: string): string {
  return typedText(fileName.replace(/(?<=.)\.[^.]*$/u, ''))
}

export function describes(altText: string, fileName: string): boolean {
  const text = typedText(altText)
  return text !== '' && text !== stemOf(fileName) && text !== typedText(fileName)
}

function notDeleted(db: Db) {
  return db.selectFrom('images').where('deleted_at', 'is', null)
}

/** When the file took the place of another; null if it is the first. */
const replacedAt = sql<string | null>`(
  select max(replaced_at) from image_versions where image_versions.image_id = images.id
)`.as('replaced_at')

function toOwnerImage(row: Row<'images'> & { replaced_at: string | null }): OwnerImage {
  return {
    id: row.id,
    url: row.url,
    altText: row.alt_text,
    fileName: row.file_name,
    format: row.format as OwnerImage['format'],
    bytes: row.bytes,
    isAnimated: Boolean(row.is_animated),
    isDescribed: Boolean(row.is_described),
    tags: parseTags(row.tags),
    replacedAt: row.replaced_at,
    createdAt: row.created_at,
    picture: {
      key: row.key,
      width: row.width,
      height: row.height,
      widths: variantWidths(row.width),
      placeholder: row.placeholder,
      ...toFocus(row.focal_x, row.focal_y),
    },
  }
}
