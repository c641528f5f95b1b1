import type { Page } from '@playwright/test'
import { pages } from '../site/pages.ts'
import { findHeadlessShell } from './find-browser.ts'
import { expect, follow, holdApi, hydrated, open, pageMissing, test } from './site-test.ts'

const { executablePath, args } = await findHeadlessShell()

test.use({
  expectedProblems: pageMissing,
  // Hinting rounds the glyphs of a substitute font to whole pixels, and their sum then differs from the font that it stands for.
  launchOptions: { executablePath, args: [...args, '--font-render-hinting=none'] },
})

for (const { path } of pages) {
  test(`5 Layout: ${path} does not scroll sideways from 360 to 1920 px, and nothing moves while it loads`, {
    tag: ['/', '/blog/retinol-for-beginners'].includes(path) ? '@gate' : [],
  }, async ({ page }) => {
    await watchShifts(page)
    await serveFontsFirst(page)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await hydrated(page)
      await scrollThrough(page)
      const moved = await shifts(page)
      const total = moved.reduce((sum, { value }) => sum + value, 0)
      // Audits show three digits; a glyph may move by a fraction of a pixel when its font is swapped.
      expect.soft(total, `${width} px: ${JSON.stringify(moved)}`).toBeLessThan(0.001)
    }
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0)
    }
  })
}

test('5 Layout: long words and names do not widen a page at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/search?q=${'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3)}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

for (const path of ['/', '/blog/retinol-for-beginners', '/about', '/search']) {
  test(`5 Layout: fonts that come late move nothing by more than a hair on ${path}`, async ({ page }) => {
    const release = await holdApi(page, /\.woff2$/)
    await watchShifts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Text is painted with the fallback fonts.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBe(2)
    release()
    const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
    await expect.poll(loaded).toBeGreaterThan(1)
    await page.evaluate(() => document.fonts.ready)
    const moved = await shifts(page)
    const total = moved.reduce((sum, { value }) => sum + value, 0)
    expect(total, JSON.stringify(moved)).toBeLessThan(0.02)
  })
}

test('5 Layout: what a skeleton stands for has its size', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/about')
  const release = await holdApi(page, '/api/products')
  await follow(page, '/shop')
  const first = page.getByRole('main').locator(':has(> .skeleton)').first()
  await expect(first).toBeVisible()
  const skeleton = (await first.locator('.skeleton').first().boundingBox())!
  release()
  await expect(page.getByRole('article')).toHaveCount(24)
  const picture = (await page.getByRole('article').first().locator('picture img').boundingBox())!
  expect(Math.abs(picture.width - skeleton.width)).toBeLessThan(2)
  expect(Math.abs(picture.height - skeleton.height)).toBeLessThan(2)
})

/**
 * Delays the stylesheets, which block the first paint, until the two preloaded fonts have arrived: a busy machine may paint
 * with the fallback fonts first, which the test of late fonts measures.
 */
async function serveFontsFirst(page: Page): Promise<void> {
  const arrived = new Set<string>()
  page.on('request', (request) => {
    if (request.isNavigationRequest()) arrived.clear()
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.woff2')) arrived.add(request.url())
  })
  await page.route(/\.css$/, async (route) => {
    await expect.poll(() => arrived.size, { intervals: [20] }).toBeGreaterThanOrEqual(2)
    await route.continue()
  })
}

type Shift = { value: number; places: string[] }

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = []
    Object.assign(window, { seenShifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const places = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : '?',
        )
        seen.push({ value: entry.value, places })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((window as unknown as { seenShifts: Shift[] }).seenShifts)),
        )
      }),
  )
}

/** Scrolls screen by screen, so that lazy images load. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await frame()
      await frame()
    }
  })
}
