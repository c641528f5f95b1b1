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

for (const path of ['/', '/blog', '/search?q=sunscreen', '/blog/retinol-for-beginners']) {
  test(`2 Post card: the badge is always the fixed label 'Fashion' (${path})`, async ({ page }) => {
    await page.goto(path)
    // A card has a Read More link; a featured story in a side list has one too, but no badge is asked of it.
    const cards = page.getByRole('main').locator('ul > li > article').filter({ hasText: 'Read More' })
    const withPicture = cards.filter({ hasText: 'Fashion' })
    await expect(withPicture.first()).toBeVisible()
    const labels = await page.getByRole('main').getByText('Fashion', { exact: true }).count()
    expect(labels).toBeGreaterThanOrEqual(await withPicture.count())
    await expect(page.getByRole('article').getByText(/^(?:Treatments|Sun Care|Routines)$/)).toHaveCount(
      // The post's own category link stands above its title.
      path === '/blog/retinol-for-beginners' ? 1 : 0,
    )
  })
}

test("2 Post card: every card of the blog list has the badge 'Fashion'", async ({ page }) => {
  await page.goto('/blog')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(9)
  await expect(cards.filter({ has: page.getByText('Fashion', { exact: true }) })).toHaveCount(9)
})

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
    .getByRole('link', { name: 'Read More: A Travel Routine That Fits in One Small Bag' })
  await link.click()
  await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
})

test('2 Post card: the cover leads to the post', async ({ page }) => {
  await open(page, '/blog')
  await page.getByRole('article').first().locator('picture').click()
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
