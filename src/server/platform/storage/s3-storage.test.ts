import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { testBucket } from '../../../../test/media-bucket.ts'
import { imageForm, plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { testListener } from '../../../../test/test-listener.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { createImageStore } from '../../content/images/image-store.ts'
import { createVariantMaker, storeSource } from '../../content/images/image-variants.ts'
import { purgeImages } from '../../content/images/purge-images.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { StorageError } from './blob-storage.ts'
import { createFolderStorage } from './folder-storage.ts'

const HOUR = 60 * 60 * 1000

const picture = () => plainPicture(500, 300).jpeg().toBuffer()

async function upload({ asOwner }: TestApp, file?: Buffer): Promise<OwnerImage> {
  const response = await asOwner('/api/images', { body: imageForm(file ?? (await picture())) })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerImage
}

const putText = (text: string) => (file: string) => writeFile(file, text)
const textOf = (file: string | undefined) => file && readFileSync(file, 'utf8')

test('an uploaded image is stored in the bucket, and its variants are rendered, stored there and served', async () => {
  const { server, media, another } = await testBucket()
  const app = await testApp({ media })
  const { key } = (await upload(app)).picture
  expect(server.names()).toEqual([`site/${key}/source`])
  const { get } = await testListener({ media })
  const result = await get(`/media/${key}/320.avif`)
  expect([result.status, result.headers['content-type']]).toEqual([200, 'image/avif'])
  const stored = server.objects.get(`site/${key}/320.avif`)!
  expect(stored.type).toBe('image/avif')
  expect(result.body.equals(stored.bytes)).toBe(true)
  expect(readdirSync(app.dataDir)).not.toContain(key)

  // Another machine sends the same, with the same ETag, and makes nothing.
  const elsewhere = await testListener({ media: another().media })
  server.requests.length = 0
  const second = await elsewhere.get(`/media/${key}/320.avif`)
  expect(second.body.equals(result.body)).toBe(true)
  expect(second.headers).toMatchObject({
    etag: result.headers.etag,
    'last-modified': result.headers['last-modified'],
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(server.requests).toEqual([`GET /dew/site/${key}/320.avif`])
  const part = await elsewhere.get(`/media/${key}/320.avif`, { headers: { range: 'bytes=4-7' } })
  expect([part.status, part.text]).toEqual([206, 'ftyp'])
})

test('a requested file is served from the local cache by any process of the machine', async () => {
  const { server, media } = await testBucket()
  await media.writeSource('abc', putText('the source'))
  expect(await media.writeVariant('abc', '320.webp', putText('made'))).toBeDefined()
  server.requests.length = 0
  expect(textOf(await media.find('abc', '320.webp'))).toBe('made')
  server.state.isDown = true
  const { get } = await testListener({ media })
  expect((await get('/media/abc/320.webp')).text).toBe('made')
  expect(server.requests).toEqual([])
})

test('an unknown URL is 404 and leaves nothing on the disk or in the bucket', async () => {
  const { server, media, cacheDir } = await testBucket()
  const { get } = await testListener({ media })
  expect((await get('/media/none/320.webp')).status).toBe(404)
  expect((await get('/media/.incoming/320.webp')).status).toBe(404)
  expect(server.names()).toEqual([])
  expect(readdirSync(cacheDir, { recursive: true })).toEqual(['.incoming'])
})

test('concurrent requests share one download', async () => {
  const { server, media, another } = await testBucket()
  await media.writeSource('abc', putText('the source'))
  const other = another().media
  server.requests.length = 0
  const files = await Promise.all(Array.from({ length: 20 }, () => other.find('abc', 'source')))
  expect(new Set(files.map(textOf))).toEqual(new Set(['the source']))
  expect(server.requests).toHaveLength(1)
})

test('a file that another machine deleted is gone at the second request an hour later', async () => {
  const { server, media, another } = await testBucket()
  await media.writeSource('abc', putText('the source'))
  const other = another()
  await other.media.find('abc', 'source')
  await media.remove('abc')
  expect(await media.find('abc', 'source')).toBeUndefined()
  server.requests.length = 0
  other.time.now += HOUR / 2
  expect(await other.media.find('abc', 'source')).toBeDefined()
  expect(server.requests).toEqual([])
  other.time.now += HOUR
  await other.media.find('abc', 'source')
  await vi.waitFor(async () => expect(await other.media.find('abc', 'source')).toBeUndefined(), 10_000)
  expect(other.failed).toEqual([])
})

test('cached images are served while the storage is unavailable', async () => {
  const { server, media, time, failed } = await testBucket()
  await media.writeSource('abc', putText('the source'))
  server.state.isDown = true
  for (let i = 0; i < 3; i++) {
    time.now += 2 * HOUR
    expect(textOf(await media.find('abc', 'source'))).toBe('the source')
  }
  expect(failed).toEqual([])
})

test('the cache is limited in bytes and evicts the least recently used', async () => {
  const { media, cacheDir } = await testBucket({ cacheBytes: 1000 })
  for (let i = 0; i < 10; i++) await media.writeSource(`key${i}`, putText('a'.repeat(300)))
  const kept = readdirSync(cacheDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('source'))
  expect(kept.sort()).toEqual(['key7/source', 'key8/source', 'key9/source'])
  expect(await media.find('key0', 'source')).toBeDefined()
})

test('a variant that was rendered while its image was deleted is deleted too', async () => {
  const { server, media } = await testBucket()
  await media.writeSource('abc', putText('the source'))
  const file = await media.writeVariant('abc', '320.webp', async (unfinished) => {
    await media.remove('abc')
    await writeFile(unfinished, 'too late')
  })
  expect(file).toBeUndefined()
  expect(server.names()).toEqual([])
  expect(await media.find('abc', '320.webp')).toBeUndefined()
})

test('a deleted image is in the bucket for 30 days; the purge deletes all its files and nothing else', async () => {
  const { server, media, cacheDir } = await testBucket()
  const app = await testApp({ media })
  const [gone, kept] = [await upload(app), await upload(app, await plainPicture(400, 200).png().toBuffer())]
  const variants = createVariantMaker(media)
  for (const width of gone.picture.widths)
    for (const format of ['avif', 'webp', 'jpg'] as const) await variants.make(gone.picture.key, width, format)
  // More than one page of a list.
  expect(server.names().length).toBeGreaterThan(6)
  await app.asOwner(`/api/images/${gone.id}`, { method: 'DELETE' })
  const store = createImageStore(media)
  expect(await purgeImages(app.db, store, new Date('2026-04-09T14:00:00.000Z'))).toBe(0)
  server.state.isDown = true
  await expect(purgeImages(app.db, store, new Date('2026-04-09T15:00:01.000Z'))).rejects.toThrow(StorageError)
  expect((await countRows(app.db)).images).toBe(2)
  server.state.isDown = false
  expect(await purgeImages(app.db, store, new Date('2026-04-09T15:00:01.000Z'))).toBe(1)
  expect(server.names()).toEqual([`site/${kept.picture.key}/source`])
  expect(readdirSync(cacheDir)).not.toContain(gone.picture.key)
  expect(await variants.make(gone.picture.key, 320, 'jpg')).toBeUndefined()
})

test('a backup contains the bucket, and is restored to a folder or another bucket', async () => {
  const { server, media, cacheDir } = await testBucket()
  const app = await testApp({ media })
  const images = [await upload(app), await upload(app, await plainPicture(400, 200).png().toBuffer())]
  await createVariantMaker(media).make(images[0]!.picture.key, 320, 'webp')
  const sources = new Map(images.map(({ picture: { key } }) => [key, server.objects.get(`site/${key}/source`)!.bytes]))
  rmSync(cacheDir, { recursive: true })
  const backupDir = path.join(app.dataDir, 'backups')
  const name = await writeBackup({ db: app.db, media, backupDir, now: new Date('2026-03-10T15:00:00.000Z') })
  const archive = readFileSync(path.join(backupDir, name))
  // Only the archive stays.
  expect(readdirSync(backupDir)).toEqual([name])

  const { db, dataDir } = await emptyDatabase()
  await migrateToLatest(db)
  const file = path.join(dataDir, 'archive.tar.gz')
  writeFileSync(file, archive)
  const folder = path.join(dataDir, 'media')
  expect((await restoreBackup(db, createFolderStorage(folder), file)).files).toHaveLength(2)
  for (const [key, bytes] of sources) {
    expect(readFileSync(path.join(folder, key, 'source')).equals(bytes)).toBe(true)
    expect(readdirSync(path.join(folder, key))).toEqual(['source'])
  }

  // And back: from the folder into a bucket that is new.
  const back = await writeBackup({ db, media: createFolderStorage(folder), backupDir: dataDir, now: new Date() })
  const other = await testBucket()
  await restoreBackup(db, other.media, path.join(dataDir, back), { replaces: true })
  expect(other.server.names()).toEqual([...sources.keys()].map((key) => `site/${key}/source`).sort())
  for (const [key, bytes] of sources)
    expect(other.server.objects.get(`site/${key}/source`)!.bytes.equals(bytes)).toBe(true)
})

test('a backup fails with the storage and leaves nothing behind; a failed restore leaves the database unchanged', async () => {
  const { server, media } = await testBucket()
  const app = await testApp({ media })
  await upload(app)
  const backupDir = path.join(app.dataDir, 'backups')
  const now = new Date('2026-03-10T15:00:00.000Z')
  const file = path.join(backupDir, await writeBackup({ db: app.db, media, backupDir, now }))
  const before = await countRows(app.db)
  server.state.isDown = true
  await expect(writeBackup({ db: app.db, media, backupDir, now })).rejects.toThrow(/^The media store does not answer/)
  expect(readdirSync(backupDir)).toHaveLength(1)
  await expect(restoreBackup(app.db, media, file, { replaces: true })).rejects.toThrow(
    /^The media store does not answer/,
  )
  expect(await countRows(app.db)).toEqual(before)
})

test('while the storage is down, uploads, uncached images and /readyz say so, and nothing is partially written', async () => {
  const { server, media, another } = await testBucket()
  const app = await testApp({ media })
  const { key } = (await upload(app)).picture
  const { get } = await testListener({ media: another().media })
  server.state.isDown = true

  const refused = await app.asOwner('/api/images', { body: imageForm(await plainPicture(300, 300).png().toBuffer()) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  const sentence = expect.stringMatching(/^The media store does not answer \(.*\): no image can be saved/)
  expect(await refused.json()).toEqual({ message: sentence })
  expect((await countRows(app.db)).images).toBe(1)
  const image = await get(`/media/${key}/320.jpg`)
  expect([image.status, image.text]).toEqual([
    503,
    'This image cannot be fetched right now. Please try again in a moment.\n',
  ])
  expect(image.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '30' })
  const ready = await app.request('/readyz')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({ status: 'ready', problems: [{ kind: 'media-unreachable', sentence }] })
  expect(await (await app.asOwner('/api/problems')).json()).toMatchObject([{ kind: 'media-unreachable' }])

  server.state.isDown = false
  await media.check()
  expect((await upload(app, await plainPicture(300, 300).png().toBuffer())).picture.width).toBe(300)
  expect(server.names()).toHaveLength(2)
})

test('an image whose source is missing in the bucket is reported to the owner', async () => {
  const { server, media } = await testBucket()
  const app = await testApp({ media })
  const { key } = (await upload(app)).picture
  expect(await (await app.asOwner('/api/problems')).json()).toEqual([])
  server.objects.delete(`site/${key}/source`)
  await upload(app, await plainPicture(300, 300).png().toBuffer())
  expect(await (await app.asOwner('/api/problems')).json()).toMatchObject([
    { kind: 'missing-images', sentence: expect.stringContaining('The file of 1 image is missing') },
  ])
})

test('a copy has the modification time of its object, so that all machines send the same ETag', async () => {
  const { server, media } = await testBucket()
  await media.writeSource('abc', putText('the source'))
  const file = await media.writeVariant('abc', '320.webp', putText('made'))
  expect(statSync(file!).mtime).toEqual(server.objects.get('site/abc/320.webp')!.modifiedAt)
})

test('a request ends five seconds after a large picture is rendered, whose upload goes on and does not start twice', async () => {
  const { server, media } = await testBucket({ cacheBytes: 10_000_000 })
  const size = { width: 1000, height: 1000 }
  const noise = sharp(randomBytes(3 * size.width * size.height), { raw: { ...size, channels: 3 } })
  const image = await storeSource(media, await noise.png().toBuffer())
  server.state.hangs = 'PUT'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const variants = createVariantMaker(media)
  const find = () => variants.make(image.key, 1000, 'jpg').catch((error: unknown) => error)
  const uploads = () => server.requests.filter((request) => request === 'PUT hangs').length
  const found = find()
  await expect.poll(uploads, { timeout: 10_000 }).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await found).toMatchObject({ kind: 'media-unreachable' })
  expect(await find()).toMatchObject({ kind: 'media-unreachable' })
  expect(uploads()).toBe(1)
})
