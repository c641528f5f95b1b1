import { expect, follow, jump, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of 404|^404: / })

test('2 Not found: any unknown path shows the fallback screen with status 404 and the address /not-found', async ({
  page,
}) => {
  for (const path of ['/no-such-page', '/blog/no-such-post', '/blog/category/none', '/a/b/c', '/%E0%A4%A', '/Blog']) {
    const response = await page.goto(path)
    expect.soft(response?.status(), path).toBe(404)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText('404 Page Not Found')
    const text = page.getByText('Did you forget to add the page to the router?', { exact: true })
    await expect.soft(text, path).toBeVisible()
    await expect.soft(page, path).toHaveURL('/not-found')
  }
})

test('2 Not found: /not-found itself', async ({ page }) => {
  expect((await page.goto('/not-found'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})

test('2 Not found: within the app an unknown post leads to /not-found', async ({ page }) => {
  await open(page, '/about')
  await jump(page, '/blog/no-such-post')
  await expect(page).toHaveURL('/not-found')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})

test('2 Not found: from the fallback screen the site goes on', async ({ page }) => {
  await open(page, '/no-such-page')
  await follow(page, '/blog')
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
})
