import type { Page } from '@playwright/test'
import { expect, follow, open, test } from './site-test.ts'

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

test('2 Head: a navigation in the app replaces the tags and leaves none of the page before', { tag: '@gate' }, async ({
  page,
  baseURL,
}) => {
  await open(page, '/blog/retinol-for-beginners')
  // Hydration adds no second tag.
  await expect(page.locator('title')).toHaveCount(1)
  expect(await only(page, 'link[rel=canonical]', 'href')).toBe(`${baseURL}/blog/retinol-for-beginners`)
  expect(await only(page, 'meta[property="og:type"]')).toBe('article')
  expect((await structuredData(page)).filter((data) => data['@type'] === 'Article')).toHaveLength(1)
  await follow(page, '/about')
  await expect(page).toHaveTitle(/^About Me/)
  expect((await only(page, 'meta[name=description]'))!.length).toBeGreaterThan(30)
  expect(await only(page, 'link[rel=canonical]', 'href')).toBe(`${baseURL}/about`)
  expect(await only(page, 'meta[property="og:type"]')).toBe('website')
  await expect(page.locator('meta[property^="article:"]')).toHaveCount(0)
  expect((await structuredData(page)).filter((data) => data['@type'] === 'Article')).toEqual([])
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
