import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { testListener } from '../../../../test/test-listener.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { createVariantMaker, storeSource } from './image-variants.ts'

/** A picture whose left half is red and right half blue, with an EXIF orientation and a place in it. */
function photo(width: number, height: number, orientation = 1): Promise<Buffer> {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { width, height, channels: 3, background: '#00f' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Copyright: 'A secret', Orientation: String(orientation) },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation })
    .toBuffer()
}

function mediaFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function colourAt(file: string, left: number, top: number): Promise<'red' | 'blue'> {
  const { data } = await sharp(file)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data[0]! > data[2]! ? 'red' : 'blue'
}

test('an image has variants of all smaller widths and its own', async () => {
  const image = await storeSource(createFolderStorage(mediaFolder()), await photo(1000, 500))
  expect(image).toMatchObject({ width: 1000, height: 500, widths: [320, 480, 640, 960, 1000] })
  expect(image.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(image.placeholder.length).toBeLessThan(1000)
  expect((await storeSource(createFolderStorage(mediaFolder()), await photo(200, 100))).widths).toEqual([200])
  expect((await storeSource(createFolderStorage(mediaFolder()), await photo(640, 100))).widths).toEqual([320, 480, 640])
})

test('a placeholder keeps the mean colours of its image and of its ground', async () => {
  const storage = createFolderStorage(mediaFolder())
  for (const ground of ['#c7876b', '#b9694c', '#4a5f74', '#efae4a', '#7a4a5b', '#93a888']) {
    const figure = { create: { width: 300, height: 260, channels: 3 as const, background: '#faf1e2' } }
    const source = await sharp({ create: { width: 900, height: 600, channels: 3, background: ground } })
      .composite([{ input: figure, left: 410, top: 150 }])
      .png()
      .toBuffer()
    const { placeholder } = await storeSource(storage, source)
    const shown = Buffer.from(placeholder.split(',')[1]!, 'base64')
    for (const share of [1, 1 / 3]) {
      const [expected, mean] = [await meanColour(source, share), await meanColour(shown, share)]
      const error = Math.max(...expected.map((channel, at) => Math.abs(channel - mean[at]!)))
      expect(error, `${ground}, ${expected} and ${mean}`).toBeLessThan(5)
    }
  }
})

/** Means of red, green and blue in a share of the image's width, from its left. */
async function meanColour(image: Buffer, share: number): Promise<number[]> {
  const { width, height } = await sharp(image).metadata()
  const part = await sharp(image)
    .extract({ left: 0, top: 0, width: Math.round(width * share), height })
    .png()
    .toBuffer()
  return (await sharp(part).stats()).channels.slice(0, 3).map(({ mean }) => mean)
}

test('files with the same content are the same image', async () => {
  const folder = mediaFolder()
  const bytes = await photo(400, 200)
  const first = await storeSource(createFolderStorage(folder), bytes)
  expect(await storeSource(createFolderStorage(folder), bytes)).toEqual(first)
  expect((await storeSource(createFolderStorage(folder), await photo(401, 200))).key).not.toBe(first.key)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('an image is rotated by its EXIF orientation', async () => {
  const folder = mediaFolder()
  // Orientation 6: turned by 90 degrees to the right when it is shown, so that the left half is on top.
  const image = await storeSource(createFolderStorage(folder), await photo(800, 400, 6))
  expect(image).toMatchObject({ width: 400, height: 800, widths: [320, 400] })
  const variants = createVariantMaker(createFolderStorage(folder))
  for (const format of ['jpg', 'webp', 'avif'] as const) {
    const file = path.join(folder, image.key, `320.${format}`)
    expect(await variants.make(image.key, 320, format), format).toBe(file)
    const { width, height, orientation } = await sharp(file).metadata()
    expect([width, height, orientation ?? 1], format).toEqual([320, 640, 1])
    expect(await colourAt(file, 160, 60), format).toBe('red')
    expect(await colourAt(file, 160, 580), format).toBe('blue')
  }
})

test.each(['jpg', 'webp', 'avif'] as const)('a %s carries neither place nor owner of the source', async (format) => {
  const folder = mediaFolder()
  const source = await photo(400, 200)
  expect(source.toString('latin1')).toContain('A secret')
  const { key } = await storeSource(createFolderStorage(folder), source)
  await createVariantMaker(createFolderStorage(folder)).make(key, 320, format)
  const { exif } = await sharp(path.join(folder, key, `320.${format}`)).metadata()
  expect(exif).toBeUndefined()
})

test('an unknown width or image has no variant', async () => {
  const folder = mediaFolder()
  const { key } = await storeSource(createFolderStorage(folder), await photo(1000, 500))
  const variants = createVariantMaker(createFolderStorage(folder))
  for (const width of [1, 319, 321, 999, 1001, 1280, 99999])
    expect(await variants.make(key, width, 'jpg'), String(width)).toBeUndefined()
  expect(await variants.make('0'.repeat(24), 320, 'jpg')).toBeUndefined()
  expect(readdirSync(path.join(folder, key))).toEqual(['source'])
})

test('concurrent requests share one rendering, and no unfinished file remains', async () => {
  const folder = mediaFolder()
  const { key } = await storeSource(createFolderStorage(folder), await photo(1000, 500))
  const variants = createVariantMaker(createFolderStorage(folder))
  const made = await Promise.all(Array.from({ length: 10 }, () => variants.make(key, 640, 'webp')))
  expect(made.every(Boolean)).toBe(true)
  expect(readdirSync(path.join(folder, key)).sort()).toEqual(['640.webp', 'source'])
})

test('a file that is not an image is rejected', async () => {
  const folder = mediaFolder()
  for (const bytes of ['', 'hello', '<html>', 'GIF89a'])
    await expect(storeSource(createFolderStorage(folder), Buffer.from(bytes))).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})

test('a variant is immutable and its CSP forbids active content', async () => {
  const { get, mediaDir } = await testListener()
  const { key } = await storeSource(createFolderStorage(mediaDir), await photo(1000, 500))
  for (const [format, type] of [
    ['jpg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
  ] as const) {
    const response = await get(`/media/${key}/320.${format}`)
    expect(response.status, format).toBe(200)
    expect(response.headers['content-type'], format).toBe(type)
    expect(response.headers['cache-control'], format).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-security-policy'], format).toBe("default-src 'none'; sandbox")
    expect(response.headers['x-content-type-options'], format).toBe('nosniff')
    expect(await sharp(response.body).metadata()).toMatchObject({ width: 320, height: 160 })
  }
  const { etag } = (await get(`/media/${key}/320.jpg`)).headers
  expect((await get(`/media/${key}/320.jpg`, { headers: { 'if-none-match': etag! } })).status).toBe(304)
  expect((await get(`/media/${key}/320.jpg?v=2`)).status).toBe(200)
  const head = await get(`/media/${key}/320.jpg`, { method: 'HEAD' })
  expect([head.status, head.body.length]).toEqual([200, 0])
})

test('the source of an image and other files in its folder are never served', async () => {
  const { get, mediaDir, rendered } = await testListener()
  const source = await photo(1000, 500)
  const { key } = await storeSource(createFolderStorage(mediaDir), source)
  const names = [
    'source',
    '321.jpg',
    '320.png',
    '320.gif',
    '320.JPG',
    '0320.jpg',
    '0.jpg',
    '-320.jpg',
    '320.jpg/',
    '1e3.jpg',
    '320.jpg.unfinished-1',
    '',
  ]
  const around = [
    '/media/',
    `/media/${key}`,
    `/media/${key}/../${key}/source`,
    `/media/%2e%2e/dewlight.db`,
    '/media/..%2fdewlight.db',
    `/media/${key}%2fsource`,
    `/media//${key}/source`,
    `/media/${key}/320.jpg%00`,
    `/./media/${key}/source`,
    `/media\\${key}\\source`,
    '/media/../../etc/passwd',
  ]
  for (const address of [...names.map((name) => `/media/${key}/${name}`), ...around]) {
    const response = await get(address)
    expect(response.body.equals(source), address).toBe(false)
    if (rendered.length === 0) expect(response.status, address).toBe(404)
    rendered.length = 0
  }
})
