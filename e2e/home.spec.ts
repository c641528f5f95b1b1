import { expect, hydrated, test } from './site-test.ts'

test('2 Home: the hero has both buttons, which lead to the blog and the shop', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('skincare routine with confidence')
  await expect(page.getByRole('link', { name: 'Explore Skincare Guides' })).toHaveAttribute('href', '/blog')
  await hydrated(page)
  await page.getByRole('link', { name: 'Shop Products', exact: true }).last().click()
  await expect(page).toHaveURL('/shop')
})
