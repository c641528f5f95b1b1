import { readFile, writeFile } from 'node:fs/promises'
import type { Db, Row } from '../../platform/db/schema.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { type BlobStorage, SOURCE } from '../../platform/storage/blob-storage.ts'

/**
 * Replaces SVG sources by JPEG under the same keys, so that URLs and existing variants stay valid. Earlier versions stored
 * the demo's images as SVG: such rows are in their databases and come back with their backups. Idempotent, since a row is
 * updated after its file. One image at a time, because visitors request variants meanwhile.
 */
export async function rasterizeSvgSources(db: Db, media: BlobStorage, signal?: AbortSignal): Promise<void> {
  const images = await db
    .selectFrom('images')
    .select(['id', 'key', 'file_name', 'bytes'])
    .where('format', '=', 'svg')
    .orderBy('id')
    .execute()
  for (const image of images) {
    signal?.throwIfAborted()
    await rasterize(db, media, image)
  }
}

async function rasterize(db: Db, media: BlobStorage, image: Pick<Row<'images'>, 'id' | 'key' | 'file_name' | 'bytes'>) {
  const file = await media.find(image.key, SOURCE)
  const jpeg = file && (await toJpeg(await readFile(file)))
  if (jpeg) await media.writeSource(image.key, (target) => writeFile(target, jpeg, { flush: true }))
  await db
    .updateTable('images')
    .set({
      format: 'jpeg',
      file_name: image.file_name.replace(/\.svg$/, '.jpg'),
      bytes: jpeg?.length ?? image.bytes,
    })
    .where('id', '=', image.id)
    // The owner may have replaced the file meanwhile.
    .where('key', '=', image.key)
    .execute()
}

/** Returns a JPEG unchanged: an earlier run was killed between the file and the row. */
async function toJpeg(source: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  const { format } = await sharp(source).metadata()
  if (format === 'jpeg') return source
  return sharp(source).flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer()
}
