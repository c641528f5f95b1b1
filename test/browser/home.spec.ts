import type { Page } from '@playwright/test'
import { changeApi, countRequests, expect, follow, open, test } from './site-test.ts'

test('2 Home: its pictures are loaded, and its sections come in the order of the specification', {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/')
  await test.step('the background image lies behind the words', async () => {
    const image = hero(page).locator('picture img')
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(600)
    const [behind, heading] = await Promise.all([
      image.boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect(behind!.x).toBeLessThan(heading!.x)
    expect(behind!.y).toBeLessThan(heading!.y)
    expect(behind!.y + behind!.height).toBeGreaterThan(heading!.y + heading!.height)
    await expect(hero(page).getByRole('link', { name: /^Save/ })).toBeVisible()
  })
  await test.step('sections', async () => {
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    const order = ['Style Categories', 'Latest Style Inspiration', 'Shop Recommended Products']
    expect(headings.filter((text) => order.includes(text))).toEqual(order)
    const tops = await Promise.all(
      [
        page.getByRole('heading', { name: 'Shop Recommended Products' }),
        page.getByRole('form', { name: 'Newsletter' }),
        page.getByRole('form', { name: 'Contact' }),
      ].map(async (part) => (await part.boundingBox())!.y),
    )
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  })
  await test.step('pictures of categories and products', async () => {
    const tiles = section(page, 'Style Categories').getByRole('listitem')
    const products = section(page, 'Shop Recommended Products').getByRole('article')
    await expect(tiles).toHaveCount(6)
    await expect(products).toHaveCount(4)
    for (const shown of [...(await tiles.all()), ...(await products.all())]) {
      await shown.scrollIntoViewIfNeeded()
      await expectLoadedImage(shown)
    }
  })
  await section(page, 'Style Categories').getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL('/blog/category/cleansing')
})

test('on a phone both buttons are in the first screen below a picture of 200 px, and the categories are one row to swipe', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, '/')
  expect((await hero(page).locator('picture img').boundingBox())!.height).toBe(200)
  for (const name of ['Explore Skincare Guides', 'Shop Products']) {
    const button = (await hero(page).getByRole('link', { name }).boundingBox())!
    expect.soft(button.y + button.height, name).toBeLessThanOrEqual(640)
  }
  const tiles = await section(page, 'Style Categories').getByRole('listitem').all()
  const tops = await Promise.all(tiles.map(async (tile) => (await tile.boundingBox())!.y))
  expect(new Set(tops).size).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('9 Home: 3 posts and 4 products are requested', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/about')
  const posts = countRequests(page, /\/api\/posts\?limit=3$/)
  const products = countRequests(page, /\/api\/products\?limit=4$/)
  await follow(page, '/')
  await expect(section(page, 'Latest Style Inspiration').getByRole('article')).toHaveCount(3)
  await expect(section(page, 'Shop Recommended Products').getByRole('article')).toHaveCount(4)
  expect(posts()).toBe(1)
  expect(products()).toBe(1)
})

test('2 Home: a price of the API is shown with a dollar sign and two digits', async ({ page }) => {
  await changeApi<Record<string, unknown>[]>(page, '/api/products', (products) =>
    products.map((product, i) => (i === 0 ? { ...product, price: '1234.50' } : product)),
  )
  await open(page, '/about')
  await follow(page, '/')
  await expect(section(page, 'Shop Recommended Products').getByRole('article').first()).toContainText('$1,234.50')
})

test('2 Home: without featured posts there is no such section', async ({ page }) => {
  const featured = /\/api\/posts\?featured=true/
  await changeApi(page, featured, () => [])
  await open(page, '/about')
  const answered = page.waitForResponse(featured)
  await follow(page, '/')
  await answered
  await expect(section(page, 'Latest Style Inspiration').getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Featured Posts' })).toHaveCount(0)
})

test.describe('with a picture that does not load', () => {
  test.use({ expectedProblems: /ERR_FAILED/ })
  test('2 Home: a picture that does not load leaves its words', async ({ page }) => {
    await page.route('**/media/**', (route) => route.abort())
    await open(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(section(page, 'Style Categories').getByRole('listitem')).toHaveCount(6)
  })
})

function hero(page: Page) {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 1 }) })
}

function section(page: Page, name: string) {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name }) })
}

async function expectLoadedImage(within: ReturnType<typeof hero>): Promise<void> {
  const image = within.locator('picture img')
  await expect(image).toHaveCount(1)
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
}
