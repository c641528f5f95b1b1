import { pictureUrl } from '../../contract/picture-url.ts'
import type { Picture } from '../../contract/pictures.ts'
import { pictureColumns, toPicture } from '../db/picture-columns.ts'
import type { Db } from '../db/schema.ts'
import type { StoredImage } from './image-variants.ts'

/** Enters an image that is on the disk; the same bytes twice are one image. Answers its address. */
export async function createImage(db: Db, image: StoredImage, altText: string, now: string): Promise<string> {
  const url = pictureUrl(image, image.width, 'jpg')
  await db
    .insertInto('images')
    .values({
      key: image.key,
      url,
      alt_text: altText,
      width: image.width,
      height: image.height,
      widths: JSON.stringify(image.widths),
      placeholder: image.placeholder,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return url
}

/** The pictures of the media library that have one of the keys. */
export async function findPictures(db: Db, keys: string[]): Promise<Picture[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('images')
    .select(pictureColumns)
    .where('key', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.flatMap((row) => toPicture(row) ?? [])
}

/** Every image with the widths it is shown in, in the order in which they were entered. */
export async function listImageWidths(db: Db): Promise<{ key: string; widths: number[] }[]> {
  const rows = await db.selectFrom('images').select(['key', 'widths']).orderBy('id').execute()
  return rows.map(({ key, widths }) => ({ key, widths: JSON.parse(widths) as number[] }))
}
