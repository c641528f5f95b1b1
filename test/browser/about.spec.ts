import { countRequests, expect, follow, open, test } from './site-test.ts'

test('2 About: the user record is not fetched', async ({ page }) => {
  await open(page, '/contact')
  const count = countRequests(page, '/api/users')
  await follow(page, '/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
  expect(count()).toBe(0)
})
