import { mediaKey } from '../../../contract/platform/urls.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { createUniqueNames } from './unique-names.ts'

/** The files of the pictures in the archive, by the key of a picture. */
export type MediaNames = ReadonlyMap<string, string>

/** Gives each picture the name of the uploaded file, with the extension of the format in which it is stored. */
export async function readMediaNames(db: Db): Promise<MediaNames> {
  const nameOf = createUniqueNames()
  const rows = await db
    .selectFrom('images')
    .select(['key', 'file_name', 'format', 'is_animated'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map((row) => [row.key, nameOf(row.file_name.replace(/(?<=.)\.[^.]*$/u, '') || row.key, extensionOf(row))]),
  )
}

/** As `prepare-source.ts` stores them. */
function extensionOf({ format, is_animated }: Pick<Row<'images'>, 'format' | 'is_animated'>): string {
  if (is_animated || format === 'webp') return 'webp'
  return format === 'jpeg' ? 'jpg' : 'png'
}

/** The address of a picture as a file of the archive, from a text in one of its folders; others stay. */
export function localAddress(address: string, media: MediaNames): string {
  const file = media.get(mediaKey(address) ?? '')
  return file === undefined ? address : `../media/${encodeURIComponent(file)}`
}
