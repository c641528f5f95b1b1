import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OwnerImage } from '../../src/contract/content/images.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { largeHeic, phonePhoto, turnedHeic } from './phone-photos.ts'
import { dock, emulate, recordSent, uploadMany } from './uploads.ts'

test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|status of (?:413|422|503)|^503|^422/ })

/** `UPLOAD_PHOTOS=40` runs it in full: 40 photos of 48 megapixels and 12 MB. */
const full = Number(process.env.UPLOAD_PHOTOS ?? 0)
const size = full
  ? { photos: full, width: 8064, quality: 62, bytesPerSecond: 1_500_000 }
  : { photos: 8, width: 3200, quality: 95, bytesPerSecond: 1_500_000 }

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
      // Read often, so that the interruption comes before the last photos have arrived.
      await expect
        .poll(() => dock(page).textContent(), { intervals: [20], timeout: 20 * 60_000 })
        .toMatch(
          new RegExp(
            `^(?:${Array.from({ length: 9 }, (_, index) => part + index).join('|')}) of ${size.photos} uploaded`,
          ),
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
