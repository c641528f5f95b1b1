import { changeApi, expect, follow, open, test } from './site-test.ts'

type Post = Record<string, unknown>

test('2 Post card: cover image, badge, title, excerpt, date and Read More, and three ways to the post', {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/blog')
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
  const title = card.getByRole('heading').getByRole('link')
  await test.step('2 Post card: the title links to the post', async () => {
    await expect(title).toHaveAttribute('href', '/blog/travel-routine-in-one-small-bag')
    await title.click()
    await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Travel Routine That Fits in One Small Bag')
  })
  await test.step('2 Post card: Read More leads to the post and says to which', async () => {
    await page.goBack()
    await card.getByRole('link', { name: /^Read More\s?: A Travel Routine That Fits in One Small Bag$/ }).click()
    await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
  })
  await test.step('2 Post card: the cover leads to the post', async () => {
    await page.goBack()
    await card.locator('picture img').click()
    await expect(page).toHaveURL('/blog/travel-routine-in-one-small-bag')
  })
})

test('2 Post card: a long excerpt is clamped to 2 lines; the date is the published date, in the time zone of the site', {
  tag: '@gate',
}, async ({ page }) => {
  const excerpt = 'A sentence that goes on and on for the sake of a card. '.repeat(12).trim()
  const dates = [
    // Long month, numeric day and year.
    { publishedAt: '2024-06-14T15:00:00.000Z', createdAt: '2023-01-02T15:00:00.000Z' },
    // Without a published date the created date is shown.
    { publishedAt: null, createdAt: '2023-01-02T15:00:00.000Z' },
    // The day of the site, wherever the reader is.
    { publishedAt: '2024-03-01T03:30:00.000Z' },
  ]
  await changeApi<Post[]>(page, '/api/posts', (posts) =>
    posts.map((post, index) => ({ ...post, excerpt, ...dates[index % dates.length] })),
  )
  await open(page, '/about')
  await follow(page, '/blog')
  const cards = page.getByRole('article')
  const text = cards.first().getByText(excerpt)
  await expect(text).toBeVisible()
  const { lines, isCut } = await text.evaluate((element) => ({
    lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    isCut: element.scrollHeight > element.clientHeight,
  }))
  expect(lines).toBe(2)
  expect(isCut).toBe(true)
  for (const [index, date] of ['June 14, 2024', 'January 2, 2023', 'February 29, 2024'].entries())
    await expect(cards.nth(index).locator('time')).toHaveText(date)
})
