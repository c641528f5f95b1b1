import { expect, hydrated, test } from './site-test.ts'

/** Scripts come after what is read, and after whoever acts. */

const chunk = /\/assets\/(?:react|client)-[^/]+\.js$/

test('a page is painted with its picture before any of its scripts but the first is asked for', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const { painted, asked, picture } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const hero = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')!.currentSrc
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      asked: files.filter(({ name }) => /\/assets\/react-/.test(name)).map(({ startTime }) => startTime),
      picture: files.find(({ name }) => name === hero)!.responseEnd,
    }
  })
  expect(asked).not.toEqual([])
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(Math.max(painted, picture))
})

test.describe('while a picture does not come', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(/\/media\//, () => {})
  })

  test('whoever acts does not wait for it', async ({ page }) => {
    // Time stands still: nothing begins by waiting.
    await page.clock.install()
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const asked = page.waitForRequest(chunk)
    await page.locator('h1').click()
    await asked
  })

  test('nobody waits for it for long', async ({ page }) => {
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await hydrated(page)
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  })
})

test('the owner’s pages do not wait', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached()
  await expect(page.locator('script[data-now]')).toBeAttached()
  await hydrated(page)
})
