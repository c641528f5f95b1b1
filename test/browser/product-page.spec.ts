import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { expect, test } from './product-facts.ts'
import { open } from './site-test.ts'

test('a card leads to the page of the product, and a click on the link of a shop there is reported', {
  tag: '@gate',
}, async ({ page, context }) => {
  await open(page, '/shop')
  const card = page.getByRole('article').first()
  await expect(card.getByText('The one I repurchase without thinking.')).toBeVisible()
  await expect(card.getByRole('link', { name: /^Shop Now/ })).toHaveAttribute('href', /^https:/)
  await card.locator('picture img').click()
  await expect(page).toHaveURL('/shop/oat-cream')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oat Cream')
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  const links = page.locator('.product-shops').getByRole('link', { name: /^Shop Now/ })
  await expect(links).toHaveCount(4)
  const [report] = await Promise.all([
    page.waitForRequest('**/api/analytics/click'),
    context.waitForEvent('page'),
    links.nth(1).click(),
  ])
  expect(report.postDataJSON()).toMatchObject({ linkId: 'product-page', postId: null })
})

// The gate checks the page of a product in `accessibility.spec.ts`.
test('the page fits from 360 to 1280 px and has no accessibility violations', async ({ page }) => {
  await page.goto('/shop/oat-cream')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await findings(page)).toEqual([])
})

test('the page has no accessibility violations at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/shop/oat-cream')
  expect(await findings(page)).toEqual([])
})

async function findings(page: Page) {
  const { violations } = await axeFor(page).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
