import { expect, test } from './site-test.ts'

// `test/site/no-javascript.test.ts` reads the pages and submits the forms.
test.use({ javaScriptEnabled: false })

test('16 Without JavaScript: images that come late are shown', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Sun Care' })).toBeVisible()
  const image = page.getByRole('article').last().locator('picture img')
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
})

test("16 Without JavaScript: on a phone the menu's toggle opens it", { tag: '@gate' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
  await expect(page).toHaveURL('/shop')
})
