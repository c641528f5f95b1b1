import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnerImage } from '../../src/contract/content/images.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { newName, tileOf } from './library.ts'
import { largeHeic, phonePhoto, turnedHeic } from './phone-photos.ts'
import { dock, emulate, listImages, newPhoto, recordSent, row, uploadMany } from './uploads.ts'

test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|status of (?:413|422|503)|^503|^422/ })

test('Upload many: twelve pictures at once, with a summary', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const files = await Promise.all(Array.from({ length: 12 }, () => newPhoto()))
  await uploadMany(page, files)
  await expect(dock(page)).toContainText('12 pictures uploaded')
  // Folded by itself, since nothing is left to do.
  await expect(dock(page).getByRole('button', { name: 'Show the files' })).toBeVisible()
  await expect(dock(page).getByRole('list')).toHaveCount(0)
  await expect(tileOf(page, files[0]!.name.replace('.jpg', ''))).toBeVisible()
  await dock(page).getByRole('button', { name: 'Close' }).click()
  await expect(dock(page)).toHaveCount(0)
  await test.step('a file that cannot be opened gets a sentence, and the others go on', async () => {
    const bad = {
      name: 'notes.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('Not a picture, whatever its name says.'),
    }
    await uploadMany(page, [bad, await newPhoto()])
    await expect(dock(page)).toContainText('1 picture uploaded, 1 failed')
    await expect(row(dock(page), 'notes.heic')).toContainText(
      'This file cannot be opened as a picture. JPEG, PNG, GIF, WebP and HEIC work.',
    )
  })
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

test('Upload many: HEIC chosen without a connection is opened once there is one', { tag: '@gate' }, async ({
  page,
}) => {
  const sent = await recordSent(page)
  await openAdmin(page, '/admin/media')
  const session = await page.context().newCDPSession(page)
  await emulate(session, true)
  await uploadMany(page, [turnedHeic()])
  await expect(dock(page)).toContainText('The site does not answer. The uploads go on by themselves when it does.')
  await emulate(session, false)
  await expect(dock(page)).toContainText('1 picture uploaded', { timeout: 20_000 })
  for (const { hasExif } of await sent()) expect(hasExif).toBe(false)
  const [turned] = await listImages(page, 'IMG_9001')
  expect(turned).toMatchObject({ fileName: 'IMG_9001.jpg', format: 'jpeg', picture: { width: 640, height: 480 } })
  await expectUpright(page, turned!)
})

test('Upload many: a HEIC decoder that was interrupted is fetched again', async ({ page }) => {
  let interruptions = 0
  await page.route(/libheif/, (route) => (interruptions++ === 0 ? route.abort() : route.continue()))
  await openAdmin(page, '/admin/media')
  await uploadMany(page, [turnedHeic()])
  await expect(dock(page)).toContainText('1 picture uploaded', { timeout: 20_000 })
  expect(interruptions).toBeGreaterThan(1)
})

test('Upload many: cancel, retry, and the rest of the admin meanwhile', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/media')
  const session = await page.context().newCDPSession(page)
  await emulate(session, true)
  const [one, two] = [await newPhoto(), await newPhoto()]
  await uploadMany(page, [one, two])
  await expect(dock(page)).toContainText('The site does not answer. The uploads go on by themselves when it does.')
  // Folded at first, since it lies over the page.
  await dock(page).getByRole('button', { name: 'Show the files' }).click()
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

test('Upload many: a reload in the middle loses nothing, and leaving is confirmed first', { tag: '@gate' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin/media')
  // The server stores the first picture, but the page does not hear of it; the others do not arrive.
  let isInterrupted = true
  let interrupted = 0
  await page.route('**/api/images', async (route) => {
    if (route.request().method() !== 'POST' || !isInterrupted) return route.continue()
    interrupted += 1
    if (interrupted === 1) await route.fetch()
  })
  const files = await Promise.all([newPhoto(), newPhoto(), newPhoto()])
  await uploadMany(page, files)
  await expect(dock(page)).toContainText('0 of 3 uploaded')
  await expect.poll(() => interrupted).toBe(3)
  await expect.poll(() => listImages(page, files[0]!.name.replace('.jpg', ''))).toHaveLength(1)
  await expect.poll(() => countStored(page)).toBe(3)
  const warned = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await warned
  expect(dialog.type()).toBe('beforeunload')
  isInterrupted = false
  await dialog.accept()
  await reloaded
  await expect(dock(page)).toContainText('3 pictures uploaded')
  for (const { name } of files) expect(await listImages(page, name.replace('.jpg', ''))).toHaveLength(1)
  await expect.poll(() => countStored(page)).toBe(0)
})

/** How many files the browser would upload after a reload. */
function countStored(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { result } = await new Promise<IDBOpenDBRequest>((resolve, reject) => {
      const opening = indexedDB.open('dewlight-uploads')
      opening.onsuccess = () => resolve(opening)
      opening.onerror = () => reject(opening.error)
    })
    const counting = result.transaction('files').objectStore('files').count()
    await new Promise((resolve) => counting.addEventListener('success', resolve))
    result.close()
    return counting.result
  })
}

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
