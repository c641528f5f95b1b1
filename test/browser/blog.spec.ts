import type { Page } from '@playwright/test'
import { changeApi, countRequests, expect, follow, jump, open, test } from './site-test.ts'

test('2 Blog: a category chosen in the app shows the same, and is requested by its slug', { tag: '@gate' }, async ({
  page,
}) => {
  await open(page, '/about')
  const count = countRequests(page, /\/api\/categories\/sun-care$/)
  await follow(page, '/blog/category/sun-care')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sun Care')
  await expect(page.getByText(/^Sunscreen made simple/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(count()).toBe(1)
})

test("2 Blog: empty state 'No posts found.'", async ({ page }) => {
  await changeApi(page, /\/api\/posts\?/, () => [])
  await open(page, '/about')
  await follow(page, '/blog')
  await expect(page.getByRole('main')).toContainText('No posts found.')
  await expect(page.getByText('There are no posts in this category yet.')).toHaveCount(0)
})

test('2 Blog: a category without a description and posts says so, and has a default sentence for search engines', {
  tag: '@gate',
}, async ({ page }) => {
  await changeApi(page, /\/api\/posts\?/, () => [])
  await changeApi<object>(page, '/api/categories/routines', (category) => ({ ...category, description: '' }))
  await open(page, '/about')
  await follow(page, '/blog/category/routines')
  await expect(page.getByText('No posts found.', { exact: true })).toBeVisible()
  await expect(
    page.getByText('There are no posts in this category yet. Check back soon!', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Routines')
  await expect(page).toHaveTitle('Routines')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /Routines.*\./)
})

test('2 Blog: the grid has 1, 2 or 3 columns, and its pages are walked within the app', { tag: '@gate' }, async ({
  page,
}) => {
  await open(page, '/blog')
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    expect.soft(new Set(lefts).size, `${width} px`).toBe(columns)
  }
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const newest = await titles(page)
  expect(newest).toHaveLength(9)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/blog?page=2')
  await expect(pages.locator('[aria-current=page]')).toHaveText('Page 2')
  await expect(page.getByRole('article')).toHaveCount(9)
  const older = await titles(page)
  expect(newest.filter((title) => older.includes(title))).toEqual([])
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/blog?page=3')
  await expect(pages.locator('[aria-current=page]')).toHaveText('Page 3')
  await expect(pages.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  // Posts that other tests write meanwhile are the oldest.
  await expect(page.getByRole('article').filter({ hasNotText: 'Own post' })).toHaveCount(4)
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL('/blog?page=2')
  await expect(pages.locator('[aria-current=page]')).toHaveText('Page 2')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test.describe('missing pages', () => {
  test.use({ expectedProblems: /status of 404|^404: / })

  test('2 Blog: an unknown category leads to /not-found within the app too', async ({ page }) => {
    await open(page, '/about')
    await jump(page, '/blog/category/no-such-category')
    await expect(page).toHaveURL('/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  })
})

function titles(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents()
}
