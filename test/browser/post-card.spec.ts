import { changeApi, expect, follow, open, test } from './site-test.ts'

type Post = Record<string, unknown>

test('2 Post card: cover image, badge, title, excerpt, date and Read More', async ({ page }) => {
  await page.goto('/blog')
  const card = page.getByRole('article').first()
  await expect
    .poll(() =>
      card
        .locator('picture img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(100)
  await expect(card.getByText('Fashion', { exact: true })).toBeVisible()
  await expect(card.getByRole('heading').getByRole('link')).toHaveText('A Travel Routine That Fits in One Small Bag')
  await expect(card.locator('time')).toHaveText(
    /^(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}$/,
  )
  await expect(card.getByRole('link', { name: /^Read More/ })).toBeVisible()
})

for (const [path, heading, count] of [
  ['/', 'Featured Posts', 3],
  ['/', 'Latest Style Inspiration', 3],
  ['/blog', undefined, 9],
  ['/blog/category/sun-care', undefined, 4],
  ['/search?q=retinol', 'Articles', undefined],
  ['/blog/retinol-for-beginners', 'Related Articles', 3],
] as const) {
  test(`2 Post card: the badge is always the fixed label 'Fashion' (${path} ${heading ?? ''})`, async ({ page }) => {
    await page.goto(path)
    const place = heading
      ? page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) })
      : page.getByRole('main')
    const cards = place.getByRole('article')
    await expect(cards.first()).toBeVisible()
    if (count) await expect(cards).toHaveCount(count)
    const badges = cards.filter({ has: page.getByText('Fashion', { exact: true }) })
    await expect(badges).toHaveCount(await cards.count())
  })
}

test('2 Post card: the title links to the post', async ({ page }) => {
  await open(page, '/blog')
  const title = page.getByRole('article').first().getByRole('heading').getByRole('link')
  await expect(title).toHaveAttribute('href', '/blog/travel-routine-in-one-small-bag')
  await title.click()
  await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Travel Routine That Fits in One Small Bag')
})

test('2 Post card: Read More leads to the post and says to which', async ({ page }) => {
  await open(page, '/blog')
  const link = page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Read More\s?: A Travel Routine That Fits in One Small Bag$/ })
  await link.click()
  await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
})

test('2 Post card: the cover leads to the post', async ({ page }) => {
  await open(page, '/blog')
  await page.getByRole('article').first().locator('picture img').click()
  await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
})

test('2 Post card: a long excerpt is clamped to 2 lines', async ({ page }) => {
  const excerpt = 'A sentence that goes on and on for the sake of a card. '.repeat(12).trim()
  await changeApi<Post[]>(page, '/api/posts', (posts) => posts.map((post) => ({ ...post, excerpt })))
  await open(page, '/about')
  await follow(page, '/blog')
  const text = page.getByRole('article').first().getByText(excerpt)
  await expect(text).toBeVisible()
  const { lines, isCut } = await text.evaluate((element) => ({
    lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    isCut: element.scrollHeight > element.clientHeight,
  }))
  expect(lines).toBe(2)
  expect(isCut).toBe(true)
})

test('2 Post card: the date is the published date, long month, numeric day and year', async ({ page }) => {
  await changeApi<Post[]>(page, '/api/posts', (posts) =>
    posts.map((post) => ({ ...post, publishedAt: '2024-06-14T15:00:00.000Z', createdAt: '2023-01-02T15:00:00.000Z' })),
  )
  await open(page, '/about')
  await follow(page, '/blog')
  await expect(page.getByRole('article').first().locator('time')).toHaveText('June 14, 2024')
})

test('2 Post card: without a published date the created date is shown', async ({ page }) => {
  await changeApi<Post[]>(page, '/api/posts', (posts) =>
    posts.map((post) => ({ ...post, publishedAt: null, createdAt: '2023-01-02T15:00:00.000Z' })),
  )
  await open(page, '/about')
  await follow(page, '/blog')
  await expect(page.getByRole('article').first().locator('time')).toHaveText('January 2, 2023')
})

test("2 Post card: dates are those of the site's time zone, wherever the reader is", async ({ page }) => {
  await changeApi<Post[]>(page, '/api/posts', (posts) =>
    posts.map((post) => ({ ...post, publishedAt: '2024-03-01T03:30:00.000Z' })),
  )
  await open(page, '/about')
  await follow(page, '/blog')
  await expect(page.getByRole('article').first().locator('time')).toHaveText('February 29, 2024')
})
