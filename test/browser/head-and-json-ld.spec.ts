import type { Page } from '@playwright/test'
import { pages } from '../site/pages.ts'
import { expect, follow, missingOrSignedOut, open, test } from './site-test.ts'

const indexed = [
  '/',
  '/blog',
  '/blog?page=2',
  '/blog/category/treatments',
  '/blog/retinol-for-beginners',
  '/shop',
  '/shop?category=Serums',
  '/about',
  '/contact',
  '/newsletter',
  '/search?q=sunscreen',
  '/privacy-policy',
  '/affiliate-disclosure',
]

for (const path of indexed) {
  test(`2 Head: ${path} has its search-engine and social-card tags once`, async ({ page, baseURL }) => {
    await open(page, path)
    await expect(page.locator('title')).toHaveCount(1)
    expect((await page.title()).length).toBeGreaterThan(5)
    const url = baseURL + path
    expect(await only(page, 'link[rel=canonical]', 'href')).toBe(url)
    expect(await only(page, 'meta[property="og:url"]')).toBe(url)
    expect(await only(page, 'meta[property="og:title"]')).toBe(await page.title())
    expect(await only(page, 'meta[name="twitter:title"]')).toBe(await page.title())
    expect(await only(page, 'meta[property="og:site_name"]')).toBe('Dewlight')
    expect(await only(page, 'meta[name="twitter:card"]')).toBe('summary_large_image')
    expect(await only(page, 'meta[property="og:type"]')).toBe(path.startsWith('/blog/retinol') ? 'article' : 'website')
    const description = await only(page, 'meta[name=description]')
    expect(description!.length).toBeGreaterThan(30)
    expect(await only(page, 'meta[property="og:description"]')).toBe(description)
    expect(await only(page, 'meta[name="twitter:description"]')).toBe(description)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    const image = await only(page, 'meta[property="og:image"]')
    expect(image!.startsWith(`${baseURL}/`)).toBe(true)
    expect(await only(page, 'meta[name="twitter:image"]')).toBe(image)
    const answer = await page.request.get(image!)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toMatch(/^image\/(?:png|jpeg)$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
}

test('2 Head: titles and descriptions differ from page to page', async ({ request }) => {
  const heads = await Promise.all(indexed.map(async (path) => (await request.get(path)).text()))
  for (const pattern of [/<title>([^<]*)<\/title>/, /<meta name="description" content="([^"]*)"/]) {
    const texts = heads.map((html) => pattern.exec(html)?.[1])
    expect(texts).not.toContain(undefined)
    expect(new Set(texts).size).toBe(indexed.length)
  }
})

test.describe('pages that are not for search engines', () => {
  test.use({ expectedProblems: missingOrSignedOut })
  test('2 Head: login, admin, searches by visitors, the confirmation of a sign-up and not-found are not indexed', async ({
    page,
  }) => {
    const searches = [
      '/search',
      '/search?q=zeppelin',
      '/search?q=retinol+casino',
      '/search?q=retinoll',
      '/search?q=gentle+%E2%98%8E',
    ]
    for (const path of ['/login', '/admin', ...searches, '/newsletter?subscribed=1', '/no-such-page']) {
      await page.goto(path)
      await expect.soft(page.locator('meta[name=robots]'), path).toHaveAttribute('content', /noindex/)
      await expect.soft(page.locator('link[rel=canonical]'), path).toHaveCount(0)
    }
  })
})

test('2 Post: an article structured-data block', async ({ page, baseURL }) => {
  const post = await (await page.request.get('/api/posts/retinol-for-beginners')).json()
  await open(page, '/blog/retinol-for-beginners')
  const article = (await structuredData(page)).find((data) => data['@type'] === 'Article')!
  expect(article).toMatchObject({
    '@context': 'https://schema.org',
    headline: 'Retinol for Beginners: Start Slow, Stay Patient',
    description: post.metaDescription,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    mainEntityOfPage: `${baseURL}/blog/retinol-for-beginners`,
    articleSection: 'Treatments',
  })
  expect(article.author).toMatchObject({ name: expect.stringMatching(/./) })
  expect(article.publisher).toMatchObject({ name: 'Dewlight' })
  const [image] = [article.image].flat() as string[]
  expect((await page.request.get(image!)).status()).toBe(200)
})

test('2 Post: its own meta title and description, and article tags', async ({ page }) => {
  const post = await (await page.request.get('/api/posts/retinol-for-beginners')).json()
  await page.goto('/blog/retinol-for-beginners')
  await expect(page).toHaveTitle(post.metaTitle)
  expect(await only(page, 'meta[name=description]')).toBe(post.metaDescription)
  expect(await only(page, 'meta[property="article:published_time"]')).toBe(post.publishedAt)
  expect(await only(page, 'meta[property="article:section"]')).toBe('Treatments')
  const tags = await page
    .locator('meta[property="article:tag"]')
    .evaluateAll((all) => all.map((tag) => tag.getAttribute('content')))
  expect(tags).toEqual(post.keywords.split(',').map((keyword: string) => keyword.trim()))
})

test('2 Post: a breadcrumb structured-data block', async ({ page, baseURL }) => {
  await page.goto('/blog/retinol-for-beginners')
  const trail = (await structuredData(page)).find((data) => data['@type'] === 'BreadcrumbList')!
  const steps = trail.itemListElement as { position: number; name: string; item: string }[]
  expect(steps.map(({ position }) => position)).toEqual(steps.map((_, i) => i + 1))
  expect(steps[0]).toMatchObject({ name: 'Home', item: `${baseURL}/` })
  expect(steps[1]).toMatchObject({ name: 'Blog', item: `${baseURL}/blog` })
  expect(steps.at(-1)).toMatchObject({ name: 'Retinol for Beginners: Start Slow, Stay Patient' })
})

test('2 Shop: its products are structured data', async ({ page }) => {
  await page.goto('/shop?category=Serums')
  const list = (await structuredData(page)).find((data) => data['@type'] === 'ItemList')!
  const items = list.itemListElement as { item: { name: string; offers: { price: string; priceCurrency: string } } }[]
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(items.map(({ item }) => item.name)).toEqual(names)
  for (const { item } of items) {
    expect(item.offers.price).toMatch(/^\d+\.\d\d$/)
    expect(item.offers.priceCurrency).toBe('USD')
  }
})

test('2 Head: structured data cannot end its own element early', async ({ page }) => {
  await page.route('**/api/posts/retinol-for-beginners', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), title: '</script><b id="escaped">x</b>' } })
  })
  await open(page, '/blog/category/treatments')
  await follow(page, '/blog/retinol-for-beginners')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('</script><b id="escaped">x</b>')
  await expect(page.locator('#escaped')).toHaveCount(0)
  expect((await structuredData(page)).map((data) => data.headline)).toContain('</script><b id="escaped">x</b>')
})

test('2 Head: a navigation in the app replaces the tags and leaves none of the page before', async ({
  page,
  baseURL,
}) => {
  await open(page, '/blog/retinol-for-beginners')
  await follow(page, '/about')
  await expect(page).toHaveTitle(/^About Me/)
  expect(await only(page, 'link[rel=canonical]', 'href')).toBe(`${baseURL}/about`)
  expect(await only(page, 'meta[property="og:type"]')).toBe('website')
  await expect(page.locator('meta[property^="article:"]')).toHaveCount(0)
  expect((await structuredData(page)).filter((data) => data['@type'] === 'Article')).toEqual([])
})

test('2 Head: the feeds that pages name are there', async ({ page }) => {
  await page.goto('/')
  const feeds = await page
    .locator('link[rel=alternate]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  expect(feeds.length).toBeGreaterThan(0)
  for (const feed of feeds) expect((await page.request.get(feed)).status()).toBe(200)
})

test('2 Routes: every route responds with its status', async ({ request }) => {
  for (const { path, status } of pages) expect.soft((await request.get(path)).status(), path).toBe(status)
})

/** The content of the only matching element. */
async function only(page: Page, selector: string, attribute = 'content'): Promise<string | null> {
  await expect(page.locator(selector)).toHaveCount(1)
  return page.locator(selector).getAttribute(attribute)
}

async function structuredData(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}
