import type { Page } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { brokenOnPurpose, expect, failApi, open, openWithoutCategories, test } from './site-test.ts'

test('2 Footer: without categories Quick Links stay in the last column', async ({ page }) => {
  // Hydrated, which the change of the list would break.
  await open(page, '/about')
  const quickLinks = footer(page).getByRole('navigation', { name: 'Quick Links' })
  const categories = footer(page).getByRole('navigation', { name: 'Categories' })
  const { x } = (await quickLinks.boundingBox())!
  await categories.locator('ul').evaluate((list) => list.replaceChildren())
  await expect(categories).toBeHidden()
  const moved = (await quickLinks.boundingBox())!.x
  // The columns are distributed differently, so not to the pixel.
  expect(Math.abs(moved - x)).toBeLessThan(24)
})

test('2 Footer: a page cached last year hydrates without errors in the new one', { tag: '@gate' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2041-01-01T12:00:00Z'))
  await open(page, '/about')
  await expect(footer(page)).toContainText('© 2041 Dewlight')
})

test.describe('without categories', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test("8 Categories fail to load: the footer says 'Failed to load categories'", { tag: '@gate' }, async ({ page }) => {
    await failApi(page, '/api/categories')
    await openWithoutCategories(page)
    await page.getByRole('link', { name: 'View Site' }).click()
    await expect(footer(page)).toContainText('Failed to load categories')
    await expect(footer(page).getByRole('navigation', { name: 'Quick Links' }).getByRole('link')).toHaveCount(5)
  })
})

function footer(page: Page) {
  return page.getByRole('contentinfo')
}

test('the sign-up in the footer leads to a page, and is absent where the page has a form of its own', {
  tag: '@gate',
}, async ({ page }) => {
  const letters = footer(page).getByRole('form', { name: 'Letters' })
  for (const path of ['/', '/login', '/blog/retinol-for-beginners']) {
    await page.goto(path)
    await expect.soft(letters, path).toBeHidden()
  }
  await page.goto('/blog')
  await expect(letters.getByRole('textbox')).toHaveAccessibleName('Email')
  await letters.getByRole('button', { name: 'Subscribe' }).scrollIntoViewIfNeeded()
  await expect(letters.getByLabel('Leave this empty')).not.toBeInViewport()
  await page.setExtraHTTPHeaders(fromElsewhere())
  await letters.getByRole('textbox').fill(`footer-${Date.now()}@example.com`)
  await letters.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(/\/newsletter\?/)
  await expect(page.getByText('Thank you for joining our style community.')).toBeVisible()
})
