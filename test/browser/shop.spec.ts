import type { Page } from '@playwright/test'
import { changeApi, expect, follow, open, test } from './site-test.ts'

test("2 Shop: 'Shop My Looks'", async ({ page }) => {
  await page.goto('/shop')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
})

test("2 Shop: pills are 'All Products' plus each distinct product category", async ({ page }) => {
  await page.goto('/shop')
  await expect(pills(page)).toHaveText([
    'All Products',
    'Cleansers',
    'Masks & Exfoliants',
    'Moisturizers',
    'Serums',
    'Sunscreens',
    'Tools & Sets',
  ])
  await expect(page.getByRole('main').locator('[aria-current=page]').first()).toHaveText('All Products')
})

test('4 Shop filter: all, or one category', async ({ page }) => {
  await open(page, '/shop')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const first = page.getByRole('article').first()
  await expect(first).toContainText('Linnet Row Vitamin C Morning Serum')
  await pills(page).getByText('Tools & Sets').click()
  await expect(page).toHaveURL(/\/shop\?category=Tools(?:\+|%20)%26(?:\+|%20)Sets$/)
  await expect(first).toContainText('Morrow & Fern First Routine Set')
  await expect(page.getByRole('main').locator('[aria-current=page]')).toHaveText(['Tools & Sets'])
  const count = await page.getByRole('article').count()
  expect(count).toBeGreaterThan(2)
  expect(count).toBeLessThan(8)
  await pills(page).getByText('All Products').click()
  await expect(page).toHaveURL('/shop')
  await expect(first).toContainText('Linnet Row Vitamin C Morning Serum')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('2 Shop: a category shows its products and no others', async ({ page }) => {
  await page.goto('/shop?category=Sunscreens')
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  const all = (await (await page.request.get('/api/products?limit=100')).json()) as { name: string; category: string }[]
  const expected = all.filter(({ category }) => category === 'Sunscreens').map(({ name }) => name)
  expect(expected.length).toBeGreaterThan(3)
  expect(names.toSorted()).toEqual(expected.toSorted())
})

test('9 Shop grid columns: 2, 3 or 4', async ({ page }) => {
  await page.goto('/shop')
  for (const [width, columns] of [
    [360, 2],
    [768, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    expect.soft(new Set(lefts).size, `${width} px`).toBe(columns)
  }
})

test("2 Shop: a card has image, name, price with dollar sign and 'Shop Now'", async ({ page }) => {
  await page.goto('/shop')
  const card = page.getByRole('article').first()
  await expect(card.getByRole('heading')).toHaveText('Linnet Row Vitamin C Morning Serum')
  await expect(card.getByText('$28.50', { exact: true })).toBeVisible()
  // The name leads to the page of the product, the button to the shop.
  await expect(card.getByRole('link')).toHaveCount(2)
  await expect(card.getByRole('link', { name: /^Shop Now/ })).toHaveAttribute(
    'href',
    'https://shop.example/linnet-row-vitamin-c-morning-serum?ref=dewlight',
  )
  await expect
    .poll(() => card.locator('picture img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100)
})

test('2 Shop: every card has a price with a dollar sign and one Shop Now link', async ({ page }) => {
  await page.goto('/shop')
  const cards = page.getByRole('article')
  await expect(cards.filter({ hasText: /\$\d+\.\d\d/ })).toHaveCount(24)
  await expect(page.getByRole('main').getByRole('link', { name: /^Shop Now/ })).toHaveCount(24)
})

test("2 Shop: empty state 'No products found in this category.' with a 'View All Products' button", async ({
  page,
}) => {
  await open(page, '/shop?category=Nothing')
  await expect(page.getByText('No products found in this category.', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(page.getByRole('article')).toHaveCount(24)
})

test('2 Shop: empty state within the app', async ({ page }) => {
  await changeApi(page, '/api/products', () => [])
  await open(page, '/about')
  await follow(page, '/shop')
  await expect(page.getByText('No products found in this category.', { exact: true })).toBeVisible()
})

test('2 Shop: the affiliate disclosure stands at the bottom', async ({ page }) => {
  await page.goto('/shop')
  const text = page.getByText(
    'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
    { exact: true },
  )
  const [note, lastCard, footer] = await Promise.all([
    text.boundingBox(),
    page.getByRole('article').last().boundingBox(),
    page.getByRole('contentinfo').boundingBox(),
  ])
  expect(note!.y).toBeGreaterThan(lastCard!.y + lastCard!.height)
  expect(note!.y).toBeLessThan(footer!.y)
})

test('2 Shop: all 40 active products are on its pages', async ({ page }) => {
  await open(page, '/shop')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/shop?page=2')
  await expect(page.getByRole('article')).toHaveCount(16)
})

function pills(page: Page) {
  return page.getByRole('navigation', { name: 'Product categories' }).getByRole('link')
}
