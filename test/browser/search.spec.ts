import { brokenOnPurpose, countRequests, expect, failApi, holdApi, jump, open, test } from './site-test.ts'

test('2 Search: a reader searches in the header, and then again on the page', { tag: '@gate' }, async ({ page }) => {
  const main = page.getByRole('main')
  await open(page, '/about')
  await test.step('5 Search: runs only when the term is non-empty', async () => {
    const count = countRequests(page, '/api/search')
    for (const query of ['', '?q=', '?q=%20%20']) {
      await jump(page, `/search${query}`)
      await expect.soft(page.getByRole('heading', { level: 1 }), query).toHaveText('Search')
      await expect.soft(page.getByText(/No results found|Searching/), query).toHaveCount(0)
    }
    expect(count()).toBe(0)
  })
  await test.step("2 Search: 'Searching...' while loading", async () => {
    const release = await holdApi(page, '/api/search')
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('sunscreen')
    await box.press('Enter')
    await expect(main.getByText('Searching...', { exact: true })).toBeVisible()
    await expect(page.getByText(/^No results found/)).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { name: 'Articles' })).toBeVisible()
    await expect(page.getByText('Searching...')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "sunscreen"')
  })
  await test.step('2 Search: the compact product card has a smaller image next to the text', async () => {
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
  await test.step('2 Search: a second search replaces the first', async () => {
    const box = main.getByRole('searchbox')
    await expect(box).toHaveValue('sunscreen')
    await box.fill('xylophone')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=xylophone')
    await expect(page.getByText('No results found for "xylophone"')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "sunscreen"')
  })
  await test.step('2 Search: a term is text, never markup', async () => {
    const term = '"><img src=x onerror=alert(1)></script>'
    await open(page, `/search?q=${encodeURIComponent(term)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search Results for "${term}"`)
    await expect(page.locator('img[src=x]')).toHaveCount(0)
  })
  await test.step('2 Search: only products, no Articles section', async () => {
    await page.route('**/api/search?**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), posts: [] } })
    })
    await jump(page, '/search?q=serum')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "serum"')
    await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Articles' })).toHaveCount(0)
  })
})

test('products stand next to the articles of a wide page, and below six of them on a phone', async ({ page }) => {
  await open(page, '/search?q=skin')
  const tops = async (name: string) =>
    (await page.getByRole('heading', { level: 2, name, exact: true }).boundingBox())!.y
  for (const [width, isInOneRow] of [
    [1280, true],
    [360, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await tops('Products')) === (await tops('Articles')), `${width} px`).toBe(isInOneRow)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  const articles = page.getByRole('region', { name: 'Articles', exact: true }).getByRole('article')
  await expect(articles).toHaveCount(6)
  expect(await tops('Products')).toBeGreaterThan((await articles.last().boundingBox())!.y)
  expect(await tops('More to read')).toBeGreaterThan(await tops('Products'))
})

test.describe('when it fails', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test("8 Search fetch failure: 'Failed to fetch search results'", { tag: '@gate' }, async ({ page }) => {
    await failApi(page, '/api/search')
    await open(page, '/about')
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('retinol')
    await box.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch search results')
    await expect(page.getByText(/No results found|Searching/)).toHaveCount(0)
  })
})
