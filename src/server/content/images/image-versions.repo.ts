import { sql } from 'kysely'
import type { Db, Row } from '../../platform/db/schema.ts'
import { replaceImageUrls } from './image-uses.repo.ts'
import { describes, newFileColumns, type StoredFile } from './images.repo.ts'

/** The columns that an image and its former files share. */
type File = Pick<Row<'image_versions'>, (typeof fileColumns)[number]>
const fileColumns = [
  'key',
  'url',
  'width',
  'height',
  'widths',
  'placeholder',
  'file_name',
  'format',
  'bytes',
  'is_animated',
] as const

/** Gives an image another file; see `switchFile`. */
export async function replaceFile(db: Db, id: number, file: StoredFile, now: string): Promise<boolean> {
  return switchFile(db, id, { ...newFileColumns(file), is_animated: file.stored.isAnimated }, now)
}

/** The file that an image had before its current one. */
export async function findEarlierFile(db: Db, id: number): Promise<NewFile | undefined> {
  const file = await db
    .selectFrom('image_versions')
    .select(fileColumns)
    .where('image_id', '=', id)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return file && { ...file, is_animated: Boolean(file.is_animated) }
}

type NewFile = Omit<File, 'is_animated'> & { is_animated: boolean }

/**
 * Gives an image a file and has everything that used its current one use it; that becomes the earlier one. Nothing changes
 * if it has the file already. Returns false if the file belongs to another image.
 */
export async function switchFile(db: Db, id: number, next: NewFile, now: string): Promise<boolean> {
  // Locked, so that of two concurrent replacements the second begins with the file of the first.
  const image = await db
    .updateTable('images')
    .set((eb) => ({ key: eb.ref('key') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (image.key === next.key) return true
  const other = await db.selectFrom('images').select('id').where('key', '=', next.key).executeTakeFirst()
  if (other) return false
  await db.deleteFrom('image_versions').where('key', '=', next.key).execute()
  await db
    .insertInto('image_versions')
    .values({
      ...(Object.fromEntries(fileColumns.map((name) => [name, image[name]])) as File),
      is_animated: Boolean(image.is_animated),
      image_id: id,
      replaced_at: now,
    })
    .execute()
  await db
    .updateTable('images')
    .set({ ...next, is_described: describes(image.alt_text, next.file_name) })
    .where('id', '=', id)
    .execute()
  await replaceImageUrls(db, { key: image.key, url: next.url, now })
  return true
}

/** Former files that were replaced before a time, or whose image was deleted before it. */
export async function listVersionsBefore(db: Db, before: string): Promise<{ id: number; key: string }[]> {
  return db
    .selectFrom('image_versions')
    .innerJoin('images', 'images.id', 'image_versions.image_id')
    .select(['image_versions.id', 'image_versions.key'])
    .where((where) =>
      where.or([where('image_versions.replaced_at', '<', before), where('images.deleted_at', '<', before)]),
    )
    .orderBy('image_versions.id')
    .execute()
}

/** Deletes a former file's row; returns whether its files are unused, that is not those of an image of their own. */
export async function purgeVersion(db: Db, id: number): Promise<boolean> {
  const row = await db.deleteFrom('image_versions').where('id', '=', id).returning('key').executeTakeFirst()
  if (!row) return false
  const { rows } = await sql`select 1 from images where key = ${row.key}`.execute(db)
  return rows.length === 0
}
