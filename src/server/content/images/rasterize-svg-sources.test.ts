import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { SOURCE } from '../../platform/storage/blob-storage.ts'
import { createVariantMaker, storeSource } from './image-variants.ts'
import { createImage } from './images.repo.ts'
import { rasterizeSvgSources } from './rasterize-svg-sources.ts'

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#d4a373"/></svg>',
)
const now = '2026-03-10T15:00:00.000Z'

/** An image as an earlier version stored it: `format` is 'svg' and the URL that of its JPEG variant. */
async function storeSvg({ db, media }: TestApp) {
  const stored = { ...(await storeSource(media, svg)), format: 'jpg' as const }
  await createImage(
    db,
    { stored, altText: 'A jar', fileName: 'product-jar.svg', format: 'jpeg', bytes: svg.length },
    now,
  )
  await db.updateTable('images').set({ format: 'svg' }).execute()
  return stored.key
}

const sourceOf = ({ mediaDir }: TestApp, key: string) => readFileSync(path.join(mediaDir, key, SOURCE))

test('an SVG source becomes a JPEG with the same key, URL and size', async () => {
  const app = await testApp()
  const key = await storeSvg(app)
  await rasterizeSvgSources(app.db, app.media)
  expect(await sharp(sourceOf(app, key)).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 200 })
  const [image] = (await (await app.asOwner('/api/images')).json()) as OwnerImage[]
  expect(image).toMatchObject({
    url: `/media/${key}/400.jpg`,
    fileName: 'product-jar.jpg',
    format: 'jpeg',
    bytes: sourceOf(app, key).length,
    picture: { key, width: 400, height: 200, widths: [320, 400] },
  })
  const variant = await createVariantMaker(app.media).make(key, 320, 'avif')
  expect(await sharp(variant).metadata()).toMatchObject({ width: 320, height: 160 })
})

test('the job of images, due at each start, converts them', async () => {
  const app = await testApp()
  const key = await storeSvg(app)
  await app.jobs.runDueJobs()
  app.setNow('2026-03-11T15:00:00.000Z')
  expect(await app.jobs.runDueJobs()).toContain('make-images')
  expect(await sharp(sourceOf(app, key)).metadata()).toMatchObject({ format: 'jpeg' })
})

test('a second run changes nothing, nor does one after a run that was killed between file and row', async () => {
  const app = await testApp()
  const key = await storeSvg(app)
  await rasterizeSvgSources(app.db, app.media)
  const [rows, source] = [await app.db.selectFrom('images').selectAll().execute(), sourceOf(app, key)]
  await rasterizeSvgSources(app.db, app.media)
  expect(await app.db.selectFrom('images').selectAll().execute()).toEqual(rows)

  await app.db.updateTable('images').set({ format: 'svg', file_name: 'product-jar.svg', bytes: 1 }).execute()
  await rasterizeSvgSources(app.db, app.media)
  expect(await app.db.selectFrom('images').selectAll().execute()).toEqual(rows)
  expect(sourceOf(app, key)).toEqual(source)
})

test('a missing source and images of other formats are skipped', async () => {
  const app = await testApp()
  const key = await storeSvg(app)
  await app.media.remove(key)
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const stored = await storeSource(app.media, png)
  await createImage(app.db, { stored, altText: '', fileName: 'dot.svg', format: 'png', bytes: png.length }, now)
  await rasterizeSvgSources(app.db, app.media)
  const formats = await app.db.selectFrom('images').select(['file_name', 'format']).orderBy('id').execute()
  expect(formats).toEqual([
    { file_name: 'product-jar.jpg', format: 'jpeg' },
    { file_name: 'dot.svg', format: 'png' },
  ])
  expect(sourceOf(app, stored.key)).toEqual(png)
})
