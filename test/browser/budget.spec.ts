import type { APIRequestContext, Page } from '@playwright/test'
import { kinds } from '../site/pages.ts'
import { type FileKind, firstLoad, kibibytes, screens, weights } from './first-load.ts'
import { expect, hydrated, pageMissing, test } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

test.use({ expectedProblems: pageMissing })

const paths = kinds.map(({ path }) => path)

test('6 Budget: home, an article and the shop load less than 80 kB of JavaScript and 60 kB of fonts, and none of the admin', {
  tag: '@gate',
}, async ({ page, request }) => {
  await expectWithinBudget(page, request, ['/', '/blog/retinol-for-beginners', '/shop'])
})

test('6 Budget: every public page loads less than 80 kB of JavaScript and 60 kB of fonts, and none of the admin', async ({
  page,
  request,
}) => {
  test.slow()
  await expectWithinBudget(page, request, paths)
})

async function expectWithinBudget(page: Page, request: APIRequestContext, paths: string[]): Promise<void> {
  const sizes = new Map<string, number>()
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.js(?:\?|$)/.test(request.url())) asked.add(request.url())
  })
  const requestsEnded = trackRequests(page)
  const sizeOf = async (url: string) => {
    const answer = await request.get(url, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers()['content-encoding'], url).toBe('br')
    expect(url).not.toMatch(/admin|dashboard|editor/)
    expect(await answer.text()).not.toMatch(/Admin Dashboard|Refresh Data|Create & New/)
    return Number(answer.headers()['content-length'])
  }
  const sum = async (urls: Iterable<string>) => {
    let total = 0
    for (const url of urls) {
      if (!sizes.has(url)) sizes.set(url, await sizeOf(url))
      total += sizes.get(url)!
    }
    return total
  }
  for (const path of paths) {
    asked.clear()
    await page.goto(path)
    await requestsEnded()
    const early = await sum(asked)
    expect.soft(early, path).toBeGreaterThan(0)
    // The page to sign in is of little use without its client.
    if (path !== '/login') expect.soft(early, `${path} before the reader does anything`).toBeLessThanOrEqual(8 * 1024)
    await hydrated(page)
    await requestsEnded()
    expect(asked.size, path).toBeGreaterThan(1)
    const total = await sum(asked)
    console.log(`${(total / 1000).toFixed(2)} kB of JavaScript, brotli: ${path}`)
    expect.soft(total, path).toBeGreaterThan(30_000)
    expect.soft(total, path).toBeLessThan(80_000)
    await expectFonts(page, path)
  }
}

/** At most two of the fonts are preloaded. */
async function expectFonts(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

  test('6 Budget: the home page takes less than 500 kB in all', { tag: '@gate' }, async ({ page }) => {
    const requestsEnded = trackRequests(page)
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    let total = 0
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      total += encodedDataLength
    })
    await page.goto('/')
    await hydrated(page)
    await requestsEnded()
    expect(total).toBeGreaterThan(100_000)
    expect(total).toBeLessThan(500_000)
  })
})

/** In KiB. */
const kindBounds: [FileKind, number][] = [
  ['scripts', 8],
  ['styles', 20],
  // Three responses, whose bodies are 40 together.
  ['fonts', 41],
]

for (const name of ['phone', 'desktop'] as const)
  test.describe(`the first load on a ${name}`, () => {
    test.use({ ...screens[name] })

    for (const { name: title, path, bounds } of weights)
      test(`6 Budget: the first load of ${title} on a ${name} is ${bounds[name]} KiB at most`, {
        tag: '@gate',
      }, async ({ page }) => {
        const files = await firstLoad(page, path)
        const list = JSON.stringify(files)
        expect.soft(kibibytes(files), list).toBeLessThanOrEqual(bounds[name])
        for (const [kind, bound] of kindBounds)
          expect.soft(kibibytes(files, kind), `${kind} of ${list}`).toBeLessThanOrEqual(bound)
        // The largest picture, at three device pixels.
        const pictures = files.filter((file) => file.kind === 'pictures').map(({ bytes }) => bytes / 1024)
        expect.soft(Math.max(...pictures), list).toBeLessThanOrEqual(40)
      })
  })
