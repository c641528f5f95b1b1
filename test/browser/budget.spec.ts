import { kinds } from '../site/pages.ts'
import { expect, hydrated, pageMissing, test } from './site-test.ts'

/** With the most blocks. */
const longArticles = [
  { path: '/blog/build-a-routine-for-sensitive-skin' },
  { path: '/blog/skincare-on-a-budget' },
  { path: '/blog/repair-your-skin-barrier' },
]

test.use({ expectedProblems: pageMissing })

test('6 Budget: every public page loads less than 90 kB of JavaScript, and none of the admin', async ({
  page,
  request,
}) => {
  test.slow()
  const sizes = new Map<string, number>()
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.js(?:\?|$)/.test(request.url())) asked.add(request.url())
  })
  const sizeOf = async (url: string) => {
    const answer = await request.get(url, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers()['content-encoding'], url).toBe('br')
    expect(url).not.toMatch(/admin|dashboard|editor/)
    expect(await answer.text()).not.toMatch(/Admin Dashboard|Refresh Data|Create & New/)
    return Number(answer.headers()['content-length'])
  }
  for (const { path } of kinds) {
    asked.clear()
    await page.goto(path)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(asked.size, path).toBeGreaterThan(1)
    let total = 0
    for (const url of asked) {
      if (!sizes.has(url)) sizes.set(url, await sizeOf(url))
      total += sizes.get(url)!
    }
    console.log(`${(total / 1000).toFixed(2)} kB of JavaScript, brotli: ${path}`)
    expect.soft(total, path).toBeGreaterThan(30_000)
    expect.soft(total, path).toBeLessThan(90_000)
  }
})

test('6 Budget: the HTML of every public page takes less than 12 kB in brotli, that of 48 results 15 kB', async ({
  request,
}) => {
  for (const { path } of [...kinds, ...longArticles]) {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers()['content-encoding'], path).toBe('br')
    const size = Number(answer.headers()['content-length'])
    console.log(`${(size / 1000).toFixed(2)} kB of HTML, brotli: ${path}`)
    expect.soft(size, path).toBeLessThanOrEqual(path.startsWith('/search') ? 15_000 : 12_000)
  }
})

test('6 Budget: every public page fetches less than 60 kB of fonts and preloads two of them at most', async ({
  page,
}) => {
  test.slow()
  for (const { path } of kinds) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const fonts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
    )
    expect.soft(fonts.length, path).toBeGreaterThan(1)
    const total = fonts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    expect.soft(total, `${path}: ${JSON.stringify(fonts)}`).toBeLessThan(60_000)
    expect.soft(await page.locator('link[rel=preload][as=font]').count(), path).toBeLessThanOrEqual(2)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

  test('6 Budget: the home page takes less than 500 kB in all', async ({ page }) => {
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    let total = 0
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      total += encodedDataLength
    })
    await page.goto('/')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(total).toBeGreaterThan(100_000)
    expect(total).toBeLessThan(500_000)
  })
})
