import type { Page } from '@playwright/test'
import { changeApi, expect, follow, open, test } from './site-test.ts'

test('4 Shop filter: all, or one category', { tag: '@gate' }, async ({ page }) => {
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
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/shop?page=2')
  await expect(page.getByRole('article')).toHaveCount(16)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await test.step('nothing found leads back to all products', async () => {
    await open(page, '/shop?category=Nothing')
    await page.getByRole('main').getByRole('link', { name: 'View All Products' }).click()
    await expect(page.getByRole('article')).toHaveCount(24)
  })
})

test('9 Shop grid columns: 2, 3 or 4', { tag: '@gate' }, async ({ page }) => {
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
  await test.step('2 Shop: the pictures of the cards are shown', async () => {
    const picture = page.getByRole('article').first().locator('picture img')
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  })
  await test.step('2 Shop: the affiliate disclosure stands at the bottom', async () => {
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
})

test('2 Shop: empty state within the app', async ({ page }) => {
  await changeApi(page, '/api/products', () => [])
  await open(page, '/about')
  await follow(page, '/shop')
  await expect(page.getByText('No products found in this category.', { exact: true })).toBeVisible()
})

function pills(page: Page) {
  return page.getByRole('navigation', { name: 'Product categories' }).getByRole('link')
}
