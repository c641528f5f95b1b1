import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnerImage } from '../src/contract/images.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { newName, newPicture, tileOf } from './library.ts'
import { EXIF, largeHeic, type PhonePhoto, phonePhoto, turnedHeic } from './phone-photos.ts'

test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|status of (?:413|422|503)|^503|^422/ })

const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const row = (within: Locator, name: string) => within.getByRole('listitem').filter({ hasText: name })

async function uploadMany(page: Page, files: PhonePhoto[] | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload many' }).click()
  await (await chooser).setFiles(files as PhonePhoto[])
}

async function newPhoto(name = `${newName('Many')}.jpg`): Promise<PhonePhoto> {
  return { name, mimeType: 'image/jpeg', buffer: await newPicture() }
}

async function listImages(page: Page, q: string): Promise<OwnerImage[]> {
  const response = await page.request.get('/api/images', { params: { q, limit: 100 } })
  return (await response.json()) as OwnerImage[]
}

/** Records what the page sends: size, dimensions and whether there is EXIF data in it. */
async function recordSent(page: Page): Promise<() => Promise<{ size: number; hasExif: boolean }[]>> {
  await page.addInitScript((exif) => {
    const sent: Promise<object>[] = []
    Object.assign(window, { sent })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get('image') : undefined
      if (file instanceof File)
        sent.push(
          file
            .arrayBuffer()
            .then((bytes) => ({ size: file.size, hasExif: new TextDecoder('latin1').decode(bytes).includes(exif) })),
        )
      send.call(this, body)
    }
  }, EXIF)
  return () =>
    page.evaluate(() => Promise.all((window as unknown as { sent: { size: number; hasExif: boolean }[] }).sent))
}

async function emulate(session: CDPSession, offline: boolean, bytesPerSecond = -1): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 50,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

test('Upload many: twelve pictures at once, with a summary', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const files = await Promise.all(Array.from({ length: 12 }, () => newPhoto()))
  await uploadMany(page, files)
  await expect(dock(page)).toContainText('12 pictures uploaded')
  await expect(tileOf(page, files[0]!.name.replace('.jpg', ''))).toBeVisible()
  await dock(page).getByRole('button', { name: 'Close' }).click()
  await expect(dock(page)).toHaveCount(0)
})

test('Upload many: photos of a phone, HEIC among them, arrive upright, smaller and without location', async ({
  page,
}) => {
  test.slow()
  const sent = await recordSent(page)
  await openAdmin(page, '/admin/media')
  await uploadMany(page, [await phonePhoto(1, 4400, 70), turnedHeic(), largeHeic()])
  await expect(dock(page)).toContainText('3 pictures uploaded', { timeout: 60_000 })
  for (const { size, hasExif } of await sent()) expect([size < 5 * 1024 * 1024, hasExif]).toEqual([true, false])
  const [turned] = await listImages(page, 'IMG_9001')
  expect(turned).toMatchObject({ fileName: 'IMG_9001.jpg', format: 'jpeg', picture: { width: 640, height: 480 } })
  await expectUpright(page, turned!)
  const [photo] = await listImages(page, 'IMG_0001')
  expect(photo!.picture.width / photo!.picture.height).toBeCloseTo(4 / 3, 2)
  const [large] = await listImages(page, 'IMG_9002')
  expect(large!.picture).toMatchObject({ width: 4000, height: 3000 })
})

async function expectUpright(page: Page, image: OwnerImage): Promise<void> {
  const file = await (await page.request.get(image.url)).body()
  const { width, height } = image.picture
  const colours = []
  for (const [left, top] of [
    [width / 4, height / 4],
    [(width * 3) / 4, height / 4],
    [width / 4, (height * 3) / 4],
  ] as const) {
    const pixel = sharp(file).extract({ left: Math.round(left), top: Math.round(top), width: 1, height: 1 })
    const [r = 0, g = 0, b = 0] = await pixel.raw().toBuffer()
    colours.push(['r', 'g', 'b'][[r, g, b].indexOf(Math.max(r, g, b))])
  }
  expect(colours).toEqual(['r', 'g', 'b'])
}

test('Upload many: transparency of a large picture is kept', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const name = newName('Cutout')
  const buffer = await sharp({
    create: { width: 5000, height: 500, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer()
  await uploadMany(page, [{ name: `${name}.png`, mimeType: 'image/png', buffer }])
  await expect(dock(page)).toContainText('1 picture uploaded', { timeout: 20_000 })
  const [image] = await listImages(page, name)
  expect(image).toMatchObject({ format: 'png', picture: { width: 4000, height: 400 } })
  expect(image!.url).toMatch(/\.webp$/)
})

test('Upload many: a file that cannot be opened gets a sentence, and the others go on', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const good = await newPhoto()
  const bad = {
    name: 'notes.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('Not a picture, whatever its name says.'),
  }
  await uploadMany(page, [bad, good])
  await expect(dock(page)).toContainText('1 picture uploaded, 1 failed')
  await expect(row(dock(page), 'notes.heic')).toContainText(
    'This file cannot be opened as a picture. JPEG, PNG, GIF, WebP and HEIC work.',
  )
})

test('Upload many: HEIC chosen without a connection is opened once there is one', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const session = await page.context().newCDPSession(page)
  await emulate(session, true)
  await uploadMany(page, [turnedHeic()])
  await expect(dock(page)).toContainText('The site does not answer. The uploads go on by themselves when it does.')
  await emulate(session, false)
  await expect(dock(page)).toContainText('1 picture uploaded', { timeout: 20_000 })
})

test('Upload many: a HEIC decoder that was interrupted is fetched again', async ({ page }) => {
  let interruptions = 0
  await page.route(/libheif/, (route) => (interruptions++ === 0 ? route.abort() : route.continue()))
  await openAdmin(page, '/admin/media')
  await uploadMany(page, [turnedHeic()])
  await expect(dock(page)).toContainText('1 picture uploaded', { timeout: 20_000 })
  expect(interruptions).toBeGreaterThan(1)
})

test('Upload many: cancel, retry, and the rest of the admin meanwhile', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const session = await page.context().newCDPSession(page)
  await emulate(session, true)
  const [one, two] = [await newPhoto(), await newPhoto()]
  await uploadMany(page, [one, two])
  await expect(dock(page)).toContainText('The site does not answer. The uploads go on by themselves when it does.')
  await dock(page)
    .getByRole('button', { name: `Cancel ${one.name}` })
    .click()
  await expect(row(dock(page), one.name)).toContainText('Cancelled')
  await emulate(session, false)
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(dock(page)).toContainText('1 picture uploaded')
  await dock(page)
    .getByRole('button', { name: `Retry ${one.name}` })
    .click()
  await expect(dock(page)).toContainText('2 pictures uploaded')
  for (const { name } of [one, two]) expect(await listImages(page, name.replace('.jpg', ''))).toHaveLength(1)
})

test('Upload many: a reload in the middle loses nothing, and leaving is confirmed first', async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const session = await page.context().newCDPSession(page)
  await emulate(session, true)
  const files = await Promise.all([newPhoto(), newPhoto(), newPhoto()])
  await uploadMany(page, files)
  await expect(dock(page)).toContainText('0 of 3 uploaded')
  await emulate(session, false, 1)
  const warned = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await warned
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await emulate(session, false)
  await reloaded
  await expect(dock(page)).toContainText('3 pictures uploaded')
  for (const { name } of files) expect(await listImages(page, name.replace('.jpg', ''))).toHaveLength(1)
})

test('Upload many: in the media picker too, at 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/categories')
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('button', { name: 'Media library' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose an image' })
  const file = await newPhoto()
  const chooser = page.waitForEvent('filechooser')
  await picker.getByRole('button', { name: 'Upload many' }).click()
  await (await chooser).setFiles([file])
  await expect(row(picker.getByRole('list', { name: 'Uploads' }), file.name)).toContainText('Uploaded')
  await picker.getByRole('button', { name: `Choose ${file.name.replace('.jpg', '')}` }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

/** `UPLOAD_PHOTOS=40` runs it in full: 40 photos of 48 megapixels and 12 MB. */
const full = Number(process.env.UPLOAD_PHOTOS ?? 0)
const size = full
  ? { photos: full, width: 8064, quality: 62, bytesPerSecond: 1_500_000 }
  : { photos: 8, width: 3200, quality: 95, bytesPerSecond: 3_000_000 }

test(`Upload many: ${size.photos} large photos, HEIC among them, on a slow line with two interruptions`, async ({
  page,
}) => {
  test.setTimeout(full ? 45 * 60_000 : 120_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-photos-'))
  try {
    const names: string[] = []
    for (let number = 100; number < 100 + size.photos - 2; number += 1) {
      const { name, buffer } = await phonePhoto(number, size.width, size.quality)
      writeFileSync(path.join(folder, name), buffer)
      names.push(name)
      if (number === 100) console.log(`${(buffer.length / 1e6).toFixed(1)} MB each`)
    }
    for (const [index, { buffer }] of [turnedHeic(), largeHeic()].entries()) {
      names.push(`IMG_${800 + index}.heic`)
      writeFileSync(path.join(folder, `IMG_${800 + index}.heic`), buffer)
    }
    const sent = await recordSent(page)
    // By the responses: a file with the bytes of another test's is that test's image, with its name.
    const images = new Map<number, OwnerImage>()
    page.on('response', async (response) => {
      if (response.request().method() !== 'POST' || !response.url().endsWith('/api/images') || !response.ok()) return
      const image = (await response.json()) as OwnerImage
      images.set(image.id, image)
    })
    await openAdmin(page, '/admin/media')
    const session = await page.context().newCDPSession(page)
    await emulate(session, false, size.bytesPerSecond)
    await page.evaluate(() => {
      const blocks: number[] = []
      Object.assign(window, { blocks })
      new PerformanceObserver((list) => blocks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
    })
    const startedAt = Date.now()
    await uploadMany(
      page,
      names.map((name) => path.join(folder, name)),
    )
    for (const share of [0.25, 0.6]) {
      const part = Math.floor(size.photos * share)
      await expect(dock(page)).toContainText(
        new RegExp(
          `^(?:${Array.from({ length: 9 }, (_, index) => part + index).join('|')}) of ${size.photos} uploaded`,
        ),
        { timeout: 20 * 60_000 },
      )
      await emulate(session, true)
      await expect(dock(page)).toContainText('The site does not answer.')
      await emulate(session, false, size.bytesPerSecond)
    }
    // The owner works on elsewhere.
    await page.getByRole('tab', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
    await expect(dock(page)).toContainText(`${size.photos} pictures uploaded`, { timeout: 30 * 60_000 })
    const seconds = (Date.now() - startedAt) / 1000
    const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { blocks: number[] }).blocks))
    const { metrics } = (await session
      .send('Performance.enable')
      .then(() => session.send('Performance.getMetrics'))) as { metrics: { name: string; value: number }[] }
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
    console.log(
      `${seconds.toFixed(0)} s, longest block of the main thread ${longest.toFixed(0)} ms, heap of the page ${(heap / 1e6).toFixed(0)} MB`,
    )
    expect(longest).toBeLessThan(500)
    for (const { size: bytes, hasExif } of full ? [] : await sent())
      expect([bytes <= 5 * 1024 * 1024, hasExif]).toEqual([true, false])
    await expect.poll(() => images.size).toBe(names.length)
    for (const { fileName, picture } of images.values())
      expect(picture.width / picture.height, fileName).toBeCloseTo(4 / 3, 2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
