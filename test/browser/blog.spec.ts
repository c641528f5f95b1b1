import { changeApi, countRequests, expect, follow, jump, open, pageMissing, test } from './site-test.ts'

test("2 Blog: heading 'Latest Style Inspiration'", async ({ page }) => {
  await page.goto('/blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
})

test('2 Blog: the category name with its description when a category is chosen', async ({ page }) => {
  await page.goto('/blog/category/sun-care')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sun Care')
  await expect(
    page.getByText(
      'Sunscreen made simple: reading the label, applying enough, reapplying through the day and finding a texture you will want to wear.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    'How to Wear Sunscreen Under Makeup Without Pilling',
    'Five Sunscreens for Five Kinds of Mornings',
    'Mineral or Chemical Sunscreen: A Calm Comparison',
    'How Much Sunscreen Do You Really Need?',
  ])
})

test('2 Blog: a category chosen in the app shows the same', async ({ page }) => {
  await open(page, '/about')
  await follow(page, '/blog/category/sun-care')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sun Care')
  await expect(page.getByText(/^Sunscreen made simple/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('2 Blog: grid of post cards, newest first', async ({ page }) => {
  await page.goto('/blog')
  const dates = await page
    .getByRole('article')
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  expect(dates).toHaveLength(9)
  expect(dates).toEqual(dates.toSorted().reverse())
})

test('2 Blog: the grid has 1, 2 or 3 columns', async ({ page }) => {
  await page.goto('/blog')
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
})

test("2 Blog: page title falls back to 'Blog | {brand}'", async ({ page }) => {
  await page.goto('/blog')
  await expect(page).toHaveTitle('Blog | Dewlight')
})

test('2 Blog: with a category the title is its name and the description is its description', async ({ page }) => {
  await page.goto('/blog/category/routines')
  await expect(page).toHaveTitle('Routines')
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    'Morning and evening routines you can keep: which steps come first, which ones you can skip, and how to begin with just three products.',
  )
})

test('2 Blog: a category without a description has a default sentence for search engines', async ({ page }) => {
  await changeApi<object>(page, '/api/categories/routines', (category) => ({ ...category, description: '' }))
  await open(page, '/about')
  await follow(page, '/blog/category/routines')
  await expect(page).toHaveTitle('Routines')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /Routines.*\./)
})

test("2 Blog: empty state 'No posts found.'", async ({ page }) => {
  await changeApi(page, /\/api\/posts\?/, () => [])
  await open(page, '/about')
  await follow(page, '/blog')
  await expect(page.getByRole('main')).toContainText('No posts found.')
  await expect(page.getByText('There are no posts in this category yet.')).toHaveCount(0)
})

test("2 Blog: empty category also says 'There are no posts in this category yet. Check back soon!'", async ({
  page,
}) => {
  await changeApi(page, /\/api\/posts\?/, () => [])
  await open(page, '/about')
  await follow(page, '/blog/category/routines')
  await expect(page.getByText('No posts found.', { exact: true })).toBeVisible()
  await expect(
    page.getByText('There are no posts in this category yet. Check back soon!', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Routines')
})

test('2 Blog: all 22 published posts are on its pages, no draft and no scheduled one', async ({ page }) => {
  await open(page, '/blog')
  const seen: string[] = []
  for (const [number, count] of [
    [1, 9],
    [2, 9],
    [3, 4],
  ] as const) {
    if (number > 1)
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(number > 1 ? `/blog?page=${number}` : '/blog')
    await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')).toHaveText(
      `Page ${number}`,
    )
    await expect(page.getByRole('article')).toHaveCount(count)
    seen.push(...(await page.getByRole('article').getByRole('heading').allTextContents()))
  }
  expect(new Set(seen).size).toBe(22)
  expect(seen).not.toContain('A Winter Checklist for Comfortable Skin')
  expect(seen).not.toContain('How to Read an Ingredient List Without Panicking')
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL('/blog?page=2')
})

test('2 Blog: pages have canonical, prev and next links', async ({ page, baseURL }) => {
  await page.goto('/blog?page=2&utm_source=x')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/blog?page=2`)
  await expect(page.locator('link[rel=prev]')).toHaveAttribute('href', `${baseURL}/blog`)
  await expect(page.locator('link[rel=next]')).toHaveAttribute('href', `${baseURL}/blog?page=3`)
})

test('2 Blog: a category is requested by its slug', async ({ page }) => {
  await open(page, '/about')
  const count = countRequests(page, /\/api\/categories\/treatments$/)
  await follow(page, '/blog/category/treatments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Treatments')
  expect(count()).toBe(1)
})

test.describe('missing pages', () => {
  test.use({ expectedProblems: /status of 404|^404: / })

  test('2 Blog: a page beyond the last and an unknown category are not found', async ({ page }) => {
    for (const path of ['/blog?page=99', '/blog?page=0', '/blog?page=x', '/blog/category/no-such-category']) {
      expect.soft((await page.goto(path))?.status(), path).toBe(404)
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText('404 Page Not Found')
    }
  })

  test('2 Blog: an unknown category leads to /not-found within the app too', async ({ page }) => {
    await open(page, '/about')
    await jump(page, '/blog/category/no-such-category')
    await expect(page).toHaveURL('/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  })
})

test.describe('hidden posts', () => {
  test.use({ expectedProblems: pageMissing })
  test('2 Post: a draft and a scheduled post are not found', async ({ page }) => {
    for (const slug of ['winter-skin-checklist', 'reading-an-ingredient-list']) {
      expect.soft((await page.goto(`/blog/${slug}`))?.status(), slug).toBe(404)
      await expect.soft(page.getByText('Did you forget to add the page to the router?'), slug).toBeVisible()
    }
  })
})
