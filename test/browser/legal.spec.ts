import { expect, test } from './site-test.ts'

test('9 Privacy policy last updated: June 14, 2024', async ({ page }) => {
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByText(/last updated:? June 14, 2024/i)).toBeVisible()
})

test('2 Privacy policy: 14 sections', async ({ page }) => {
  await page.goto('/privacy-policy')
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('9 Privacy statements: 26 months, until unsubscribed, not under 13, US and Canada', async ({ page }) => {
  await page.goto('/privacy-policy')
  const text = await page.getByRole('main').innerText()
  expect.soft(text).toMatch(/Analytics.{0,40}26 months/)
  expect.soft(text).toMatch(/Newsletter data.{0,40}until you unsubscribe/)
  expect.soft(text).toMatch(/not directed at children under 13/)
  expect.soft(text).toMatch(/servers are in the US and Canada/)
})

test('2 Privacy policy: its table of contents leads to its sections', async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^14\./ })).toBeInViewport()
})

test('2 Affiliate disclosure: commissions at no extra cost, and no sponsored placement', async ({ page }) => {
  await page.goto('/affiliate-disclosure')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Affiliate Disclosure')
  const text = await page.getByRole('main').innerText()
  expect(text).toMatch(/commission at no additional cost to you/)
  expect(text).toMatch(/no sponsored placement/i)
})
