import { countRequests, expect, follow, open, test } from './site-test.ts'

test("2 About: 'About Me'", async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
})

test('2 About: the default bio is split into paragraphs on blank lines', async ({ page }) => {
  await page.goto('/about')
  const paragraphs = page.getByRole('main').locator('p')
  await expect(paragraphs).toHaveCount(5)
  await expect(paragraphs.first()).toHaveText(/^Hi, I’m Nora Ellery\./)
  await expect(paragraphs.last()).toHaveText(/^What I hope you find here is a little calm\./)
})

test("2 About: 'Get In Touch' leads to /contact", async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('link', { name: 'Get In Touch' }).click()
  await expect(page).toHaveURL('/contact')
})

test('2 About: the user record is not fetched', async ({ page }) => {
  await open(page, '/contact')
  const count = countRequests(page, '/api/users')
  await follow(page, '/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
  expect(count()).toBe(0)
})
