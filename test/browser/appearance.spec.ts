import { type Locator, type Page, request } from '@playwright/test'
import { paletteNames } from '../../src/contract/accounts/palettes.ts'
import { typePairingNames } from '../../src/contract/accounts/type-pairings.ts'
import { axeFor } from './axe.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { signIn } from './owner.ts'
import { expect, open, test } from './site-test.ts'

/** All 192 combinations take minutes, twice that in dark; by default each palette is on three pages. */
const isComplete = process.env.APPEARANCE === 'all'
const pages = ['/', '/blog', '/blog/retinol-for-beginners', '/shop', '/about', '/contact']
const combinations = paletteNames.flatMap((palette, row) =>
  typePairingNames.flatMap((type, column) =>
    pages.flatMap((path, at) =>
      isComplete || ((row % 2 === 0) === at < 3 && (row + at) % typePairingNames.length === column)
        ? [{ palette, type, path }]
        : [],
    ),
  ),
)

// The test itself evaluates code in the frame of the preview, which has no scripts.
test.use({ expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })
test.describe.configure({ mode: 'default', timeout: isComplete ? 2_400_000 : 180_000 })
let site: IsolatedSite

test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startIsolatedSite(Number(process.env.E2E_PORT ?? 3210) + 420 + test.info().parallelIndex)
})
test.afterAll(() => site.stop())

async function asOwner(page: Page): Promise<void> {
  const api = await request.newContext({ baseURL: site.origin })
  await signIn(api)
  await page.context().addCookies((await api.storageState()).cookies)
  await api.dispose()
}

for (const scheme of ['light', 'dark'] as const) {
  test(`15 Contrast: every palette and type pairing is readable on the site’s pages in ${scheme} colours`, async ({
    page,
  }) => {
    await asOwner(page)
    const found: string[] = []
    for (const { palette, type, path } of combinations) {
      const query = new URLSearchParams({ path, palette, type, accent: '', corners: 'round', scheme })
      await page.goto(`${site.origin}/api/appearance/preview?${query}`, { waitUntil: 'domcontentloaded' })
      for (const finding of await findings(page)) found.push(`${palette} ${type} ${path}: ${finding}`)
    }
    console.log(`${combinations.length} pages in ${scheme} colours, ${found.length} findings`)
    expect(found).toEqual([])
  })
}

/** Without loading each style sheet a second time, which is for rules about orientation. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page)
    .options({ resultTypes: ['violations'], preload: false, ...(isComplete ? {} : { runOnly: ['color-contrast'] }) })
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

test('what the owner chooses is tried in the preview and on every page once it is saved', { tag: '@gate' }, async ({
  page,
}) => {
  await asOwner(page)
  const before = await stylesheet(page, '/about')
  await open(page, `${site.origin}/admin/appearance`)
  await page.getByText('Sea Glass', { exact: true }).click()
  await page.getByText('Boutique', { exact: true }).click()
  await page.getByText('Square', { exact: true }).click()
  await page.getByLabel('Accent colour', { exact: true }).fill('#ffd400')
  await expect(page.getByText(/As text this colour would have a contrast of 1\.\d on the paper/)).toBeVisible()
  await expect(page.getByText(/All \d+ pairs of text and surface meet WCAG AA/)).toBeVisible()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Build a skincare routine with confidence')
  await expect(frame.locator('html')).toHaveCSS('background-color', 'rgb(241, 249, 250)')
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect(page.locator('iframe')).toHaveCSS('width', '360px')
  await frame.getByRole('link', { name: 'Explore Skincare Guides' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
  // Nothing is published so far.
  expect(await stylesheet(page, '/about')).toBe(before)

  await page.getByRole('tab', { name: 'Settings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => stylesheet(page, '/about')).not.toBe(before)

  const after = await stylesheet(page, '/about')
  await open(page, `${site.origin}/`)
  expect(await paperOf(page.locator('html'))).toBe('rgb(241, 249, 250)')
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)).toMatch(/^"?Marcellus/)
  await expect(page.locator('link[rel=stylesheet]:not([data-precedence])')).toHaveCount(1)
  expect(await page.locator('link[rel=preload][as=font]').count()).toBe(2)
  const sizeOf = async (path: string) => {
    const response = await page.request.get(site.origin + path, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers()).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    return Number(response.headers()['content-length'])
  }
  const [own, former] = [await sizeOf(after), await sizeOf(before)]
  console.log(`${own} B of style sheet, brotli, instead of ${former} B`)
  // Within the noise of names of fonts; the fonts themselves are smaller.
  expect(own).toBeLessThan(former + 200)
})

// The screen at 1280 px is checked in `dashboard.spec.ts`.
test('the screen of the appearance has no finding at 360 px and does not scroll sideways', async ({ page }) => {
  await asOwner(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, `${site.origin}/admin/appearance`)
  await expect(page.getByText('Palette', { exact: true })).toBeVisible()
  const { violations } = await axeFor(page).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

async function stylesheet(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(site.origin + path)).text()
  return /<link rel="stylesheet" href="([^"]+)"/.exec(html)![1]!
}

function paperOf(element: Locator): Promise<string> {
  return element.evaluate((html) => getComputedStyle(html).backgroundColor)
}
