import { expect, test } from './site-test.ts'

test('2 Privacy policy: its table of contents leads to its sections', async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^14\./ })).toBeInViewport()
})
