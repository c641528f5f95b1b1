import type { Page } from '@playwright/test'
import { changeApi, countRequests, expect, follow, open, test } from './site-test.ts'

test('2 Home hero: headline about building a skincare routine with confidence, and a description', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Build a skincare routine with confidence')
  await expect(hero(page)).toContainText('Clear, honest guides for beginners')
})

test('2 Home hero: the background image lies behind the words and is loaded', async ({ page }) => {
  await page.goto('/')
  const image = hero(page).locator('picture img')
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(600)
  const [behind, heading] = await Promise.all([
    image.boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ])
  expect(behind!.x).toBeLessThan(heading!.x)
  expect(behind!.y).toBeLessThan(heading!.y)
  expect(behind!.y + behind!.height).toBeGreaterThan(heading!.y + heading!.height)
})

test("2 Home hero: 'Explore Skincare Guides' leads to /blog", async ({ page }) => {
  await open(page, '/')
  await hero(page).getByRole('link', { name: 'Explore Skincare Guides' }).click()
  await expect(page).toHaveURL('/blog')
})

test("2 Home hero: 'Shop Products' leads to /shop", async ({ page }) => {
  await open(page, '/')
  await hero(page).getByRole('link', { name: 'Shop Products' }).click()
  await expect(page).toHaveURL('/shop')
})

test('2 Home hero: a pin-save button', async ({ page }) => {
  await page.goto('/')
  await expect(hero(page).getByRole('link', { name: /^Save/ })).toBeVisible()
})

test("2 Home 'Style Categories': a tile with image and name for each category, linking to its route", async ({
  page,
}) => {
  await open(page, '/')
  const tiles = section(page, 'Style Categories').getByRole('listitem')
  await expect(tiles).toHaveText(['Cleansing', 'Moisturizing', 'Sun Care', 'Treatments', 'Sensitive Skin', 'Routines'])
  const slugs = ['cleansing', 'moisturizing', 'sun-care', 'treatments', 'sensitive-skin', 'routines']
  for (const [i, slug] of slugs.entries()) {
    const tile = tiles.nth(i)
    await expect(tile.getByRole('link')).toHaveAttribute('href', `/blog/category/${slug}`)
    await tile.scrollIntoViewIfNeeded()
    await expectLoadedImage(tile)
  }
  await tiles.first().getByRole('link').click()
  await expect(page).toHaveURL('/blog/category/cleansing')
})

test("2 Home 'Latest Style Inspiration': the 3 newest posts", async ({ page }) => {
  await page.goto('/')
  await expect(section(page, 'Latest Style Inspiration').getByRole('article').getByRole('heading')).toHaveText([
    'A Travel Routine That Fits in One Small Bag',
    'AHA, BHA, PHA: Exfoliating Acids Explained Without the Chemistry Exam',
    'How to Wear Sunscreen Under Makeup Without Pilling',
  ])
})

test("2 Home: 'View All Posts' leads to /blog", async ({ page }) => {
  await open(page, '/')
  await section(page, 'Latest Style Inspiration').getByRole('link', { name: 'View All Posts' }).click()
  await expect(page).toHaveURL('/blog')
})

test("2 Home 'Shop Recommended Products': 4 products with image, name, price and 'Shop Now'", async ({ page }) => {
  await page.goto('/')
  const products = section(page, 'Shop Recommended Products').getByRole('article')
  await expect(products.getByRole('heading')).toHaveText([
    'Linnet Row Vitamin C Morning Serum',
    'Oatwhistle Everyday Oat Cream',
    'Saltlark Daily Sun Lotion SPF 30',
    'Hushmoss Soft Foam Cleanser',
  ])
  const prices = ['$28.50', '$19.00', '$16.50', '$14.50']
  for (const [i, price] of prices.entries()) {
    const product = products.nth(i)
    await expect(product.getByText(price, { exact: true })).toBeVisible()
    await expect(product.getByRole('link', { name: /^Shop Now/ })).toHaveCount(1)
    await product.scrollIntoViewIfNeeded()
    await expectLoadedImage(product)
  }
})

test("2 Home: 'View All Products' goes to /shop", async ({ page }) => {
  await open(page, '/')
  await section(page, 'Shop Recommended Products').getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/shop')
})

test('2 Home: the product section carries the affiliate disclosure', async ({ page }) => {
  await page.goto('/')
  await expect(
    section(page, 'Shop Recommended Products').getByText(
      'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
      { exact: true },
    ),
  ).toBeVisible()
})

test('2 Home: newsletter signup form and contact form', async ({ page }) => {
  await page.goto('/')
  const newsletter = page.getByRole('form', { name: 'Newsletter' })
  await expect(newsletter.getByRole('textbox')).toHaveCount(2)
  await expect(newsletter.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(newsletter.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  const contact = page.getByRole('form', { name: 'Contact' })
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(contact.getByRole('textbox', { name })).toBeVisible()
  }
  await expect(contact.getByRole('button', { name: 'Send Message' })).toBeVisible()
})

test('2 Home: featured posts', async ({ page }) => {
  await page.goto('/')
  await expect(section(page, 'Featured Posts').getByRole('article').getByRole('heading')).toHaveText([
    'Retinol for Beginners: Start Slow, Stay Patient',
    'How Much Sunscreen Do You Really Need?',
    'Your First Skincare Routine, in Three Steps',
  ])
})

test('2 Home: the sections come in the order of the specification', async ({ page }) => {
  await page.goto('/')
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

test('9 Home posts limit: 3 are requested', async ({ page }) => {
  await open(page, '/about')
  const count = countRequests(page, /\/api\/posts\?limit=3$/)
  await follow(page, '/')
  await expect(section(page, 'Latest Style Inspiration').getByRole('article')).toHaveCount(3)
  expect(count()).toBe(1)
})

test('9 Home product grid limit: 4 are requested', async ({ page }) => {
  await open(page, '/about')
  const count = countRequests(page, /\/api\/products\?limit=4$/)
  await follow(page, '/')
  await expect(section(page, 'Shop Recommended Products').getByRole('article')).toHaveCount(4)
  expect(count()).toBe(1)
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
