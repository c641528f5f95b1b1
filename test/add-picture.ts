import { createImageStore } from '../src/server/content/images/image-store.ts'
import { createImage } from '../src/server/content/images/images.repo.ts'
import { plainPicture } from './pictures.ts'
import type { TestApp } from './test-app.ts'

const CREATED_AT = '2026-03-10T15:00:00.000Z'

/** Adds a small picture of one colour to the media library. Returns its address. */
export async function addPicture(
  { db, media }: Pick<TestApp, 'db' | 'media'>,
  { fileName = 'jar.jpg', altText = '', colour = '#a00' } = {},
): Promise<string> {
  const jpeg = await plainPicture(64, 48, colour).jpeg().toBuffer()
  return createImageStore(media).store(
    jpeg,
    async () => false,
    ({ stored }) =>
      createImage(db, { stored: stored!, fileName, format: 'jpeg', bytes: jpeg.length, altText }, CREATED_AT),
  )
}
