import { brokenOnPurpose, countRequests, expect, failApi, holdApi, jump, open, test } from './site-test.ts'

test('2 Search: title \'Search Results for "{term}"\'', async ({ page }) => {
  await page.goto('/search?q=sunscreen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "sunscreen"')
  await expect(page).toHaveTitle(/^Search Results for "sunscreen"/)
})

test("2 Search: 'Searching...' while loading", async ({ page }) => {
  await open(page, '/about')
  const release = await holdApi(page, '/api/search')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.fill('retinol')
  await box.press('Enter')
  await expect(page.getByRole('main').getByText('Searching...', { exact: true })).toBeVisible()
  await expect(page.getByText(/^No results found/)).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Articles' })).toBeVisible()
  await expect(page.getByText('Searching...')).toHaveCount(0)
})

test('2 Search: \'No results found for "{term}"\' and the advice', async ({ page }) => {
  await page.goto('/search?q=xylophone')
  await expect(page.getByText('No results found for "xylophone"')).toBeVisible()
  await expect(page.getByText('Try a different search term or browse our categories')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('2 Search: an Articles section of post cards and a Products section of product cards', async ({ page }) => {
  await page.goto('/search?q=sunscreen')
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })
  const articles = section('Articles').getByRole('article')
  await expect(articles.first()).toContainText('Read More')
  await expect(articles.filter({ hasText: 'How Much Sunscreen Do You Really Need?' })).toHaveCount(1)
  const products = section('Products').getByRole('article')
  await expect(products.first()).toBeVisible()
  const count = await products.count()
  await expect(products.filter({ hasText: /\$\d+\.\d\d/ })).toHaveCount(count)
  await expect(products.getByRole('link', { name: /^Buy now/ })).toHaveCount(count)
  await expect(products.locator('picture')).toHaveCount(count)
})

test('2 Search: the compact product card has a smaller image next to the text', async ({ page }) => {
  await page.goto('/search?q=sunscreen')
  const card = page.getByRole('article').filter({ hasText: 'Buy now' }).first()
  const [image, heading] = await Promise.all([
    card.locator('picture img').boundingBox(),
    card.getByRole('heading').boundingBox(),
  ])
  expect(image!.x + image!.width).toBeLessThanOrEqual(heading!.x)
  expect(image!.y).toBeLessThan(heading!.y + heading!.height)
  expect(heading!.y).toBeLessThan(image!.y + image!.height)
  expect(image!.width).toBeLessThan(160)
})

test('2 Search: only products, no Articles section', async ({ page }) => {
  await page.route('**/api/search?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), posts: [] } })
  })
  await open(page, '/about')
  await jump(page, '/search?q=sunscreen')
  await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Articles' })).toHaveCount(0)
})

test('5 Search: runs only when the term is non-empty', async ({ page }) => {
  await open(page, '/about')
  const count = countRequests(page, '/api/search')
  for (const query of ['', '?q=', '?q=%20%20']) {
    await jump(page, `/search${query}`)
    await expect.soft(page.getByRole('heading', { level: 1 }), query).toHaveText('Search')
    await expect.soft(page.getByText(/No results found|Searching/), query).toHaveCount(0)
  }
  expect(count()).toBe(0)
})

test('2 Search: a second search replaces the first', async ({ page }) => {
  await open(page, '/search?q=sunscreen')
  const box = page.getByRole('main').getByRole('searchbox')
  await expect(box).toHaveValue('sunscreen')
  await box.fill('xylophone')
  await box.press('Enter')
  await expect(page).toHaveURL('/search?q=xylophone')
  await expect(page.getByText('No results found for "xylophone"')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "sunscreen"')
})

test('2 Search: a term is text, never markup', async ({ page }) => {
  const term = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>'
  await open(page, `/search?q=${encodeURIComponent(term)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search Results for "${term}"`)
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})

test('2 Search: a typo is forgiven', async ({ page }) => {
  await page.goto('/search?q=retnol')
  await expect(page.getByRole('article').filter({ hasText: 'Retinol for Beginners' }).first()).toBeVisible()
})

test.describe('when it fails', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test("8 Search fetch failure: 'Failed to fetch search results'", async ({ page }) => {
    await failApi(page, '/api/search')
    await open(page, '/about')
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('retinol')
    await box.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch search results')
    await expect(page.getByText(/No results found|Searching/)).toHaveCount(0)
  })
})

test('2 Search: of the pictures found only the first is fetched at once', async ({ page }) => {
  await open(page, '/search?q=retinol')
  const pictures = page.getByRole('main').locator('picture img')
  await expect(pictures.first()).toHaveAttribute('fetchpriority', 'high')
  expect(
    await pictures.evaluateAll((images) => images.filter((image) => image.getAttribute('loading') !== 'lazy').length),
  ).toBe(1)
})
