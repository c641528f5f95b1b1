import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './site-test.ts'

/** The client loads with the first hint that the reader needs it, and does not delay interaction. */

const chunk = /\/assets\/(?:react|client)-[^/]+\.js$/

test('hydration creates no date format, and later dates match the server’s', { tag: '@gate' }, async ({ page }) => {
  await page.addInitScript(() => {
    const made: string[] = []
    const { DateTimeFormat } = Intl
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, [locale, options]: [string, Intl.DateTimeFormatOptions]) {
        made.push(String(options?.dateStyle))
        return new target(locale, options)
      },
    })
    Object.assign(window, { made })
  })
  const madeFormats = () => page.evaluate(() => (window as unknown as { made: string[] }).made)
  await page.goto('/')
  await hydrated(page)
  expect(await madeFormats()).toEqual([])
  await page.locator('a[href="/blog"]:visible').first().click()
  await expect(page.getByRole('article')).toHaveCount(9)
  expect(await madeFormats()).toEqual(['short'])
  const inApp = await page.locator('time').allTextContents()
  await page.reload()
  expect(await page.locator('time').allTextContents()).toEqual(inApp)
})

for (const [hint, act] of [
  ['the pointer over a form', (page: Page) => page.getByRole('banner').getByRole('searchbox').hover()],
  ['the focus in one', (page: Page) => page.getByRole('banner').getByRole('searchbox').focus()],
] as const)
  test(`${hint} loads the client, while pictures still load`, { tag: '@gate' }, async ({ page }) => {
    await page.route(/\/media\//, () => {})
    // The clock is paused: no timer fires.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const asked = page.waitForRequest(chunk)
    await act(page)
    await asked
    await page.clock.resume()
    await hydrated(page)
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  })

test('a picture that fails loads the client, which shows an icon in its place', async ({ page }) => {
  await page.route(/\/media\//, (route) => route.fulfill({ status: 200, body: 'no picture' }))
  await page.goto('/')
  await expect(page.getByRole('main').locator('svg.absolute').first()).toBeAttached()
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
    await page.getByRole('banner').getByRole('searchbox').focus()
    await expect.poll(() => problems.some((text) => /scripts of the page are not loaded/.test(text))).toBe(true)
    expect(rejections).toEqual([])
  })
})
