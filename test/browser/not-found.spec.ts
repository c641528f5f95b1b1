import { expect, follow, jump, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of 404|^404: / })

test('2 Not found: an unknown path and an unknown post within the app have the address /not-found, and from there the site goes on', {
  tag: '@gate',
}, async ({ page }) => {
  for (const path of ['/a/b/c', '/%E0%A4%A', '/blog/no-such-post', '/blog/category/none', '/Blogs', '/no-such-page']) {
    await page.goto(path)
    await expect.soft(page, path).toHaveURL('/not-found')
    const text = page.getByText('Did you forget to add the page to the router?', { exact: true })
    await expect.soft(text, path).toBeVisible()
  }
  await test.step('from a page that the server sent the site goes on', async () => {
    await open(page, '/no-such-page')
    await follow(page, '/blog')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
  })
  await test.step('an unknown post within the app', async () => {
    await open(page, '/about')
    await jump(page, '/blog/no-such-post')
    await expect(page).toHaveURL('/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  })
  await follow(page, '/blog')
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
})
