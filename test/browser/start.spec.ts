import { expect, hydrated, test } from './site-test.ts'

/** Scripts load after visible content and do not delay interaction. */

const chunk = /\/assets\/(?:react|client)-[^/]+\.js$/

test('the hero image loads before any script but the first is requested, and hydration creates no date format', {
  tag: '@gate',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const made: string[] = []
    const { DateTimeFormat } = Intl
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, [locale, options]: [string, Intl.DateTimeFormatOptions]) {
        made.push(String(options?.month))
        return new target(locale, options)
      },
    })
    Object.assign(window, { made })
  })
  const madeFormats = () => page.evaluate(() => (window as unknown as { made: string[] }).made)
  await page.goto('/')
  await hydrated(page)
  const { asked, picture } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const hero = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')!.currentSrc
    return {
      asked: files.filter(({ name }) => /\/assets\/react-/.test(name)).map(({ startTime }) => startTime),
      picture: files.find(({ name }) => name === hero)!.responseEnd,
    }
  })
  expect(asked).not.toEqual([])
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(picture)
  expect(await madeFormats()).toEqual([])
  // Later dates match the server’s.
  await page.locator('a[href="/blog"]:visible').first().click()
  await expect(page.getByRole('article')).toHaveCount(9)
  expect(await madeFormats()).toEqual(['long'])
  const inApp = await page.locator('time').allTextContents()
  await page.reload()
  expect(await page.locator('time').allTextContents()).toEqual(inApp)
})

test.describe('while an image does not load', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(/\/media\//, () => {})
  })

  test('interaction does not wait for it', { tag: '@gate' }, async ({ page }) => {
    // The clock is paused: no timer fires.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const asked = page.waitForRequest(chunk)
    await page.locator('h1').click()
    await asked
  })

  test('the wait for it is limited', { tag: '@gate' }, async ({ page }) => {
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

test.describe('a page that is left while its scripts load', () => {
  test.use({ expectedProblems: /ERR_FAILED|The scripts of the page are not loaded/ })

  // Firefox and WebKit reject such an import; Chromium does so only if the request fails.
  test('has no unhandled rejection', async ({ page, problems }) => {
    const rejections: string[] = []
    page.on('pageerror', (error) => rejections.push(String(error)))
    await page.route(chunk, (route) => route.abort())
    await page.goto('/')
    await expect.poll(() => problems.some((text) => /scripts of the page are not loaded/.test(text))).toBe(true)
    expect(rejections).toEqual([])
  })
})
