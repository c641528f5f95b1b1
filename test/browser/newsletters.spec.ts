import { request } from '@playwright/test'
import { axeFor } from './axe.ts'
import { expect, test } from './isolated-test.ts'
import { deleteNewsletters } from './newsletter-site.ts'
import { open } from './site-test.ts'

test.describe.configure({ mode: 'default' })

test('newsletters have a list, which may be empty, readable without scripts and on a phone', async ({
  browser,
  isolatedSite,
}) => {
  const context = await browser.newContext({
    baseURL: isolatedSite.origin,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  const api = await request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
  const deleted = await deleteNewsletters(api)
  expect(deleted.length).toBeGreaterThan(3)
  const response = await page.goto('/letters')
  expect(response!.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletters' })).toBeVisible()
  await expect(page.getByText('No newsletters yet. Check back soon!')).toBeVisible()
  await expect(page.locator('link[href="/letters/feed.xml"]')).toHaveAttribute('type', 'application/rss+xml')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect((await page.goto('/letters/missing'))!.status()).toBe(404)
  expect((await page.goto('/letters?page=2'))!.status()).toBe(404)
  await page.goto('/newsletter')
  await expect(page.getByRole('link', { name: 'Read earlier newsletters' })).toHaveCount(0)

  for (const id of deleted) await api.post(`/api/newsletters/${id}/restore`)
  await api.dispose()
  await page.goto('/newsletter')
  await expect(page.getByRole('link', { name: '“Friend, is three weeks long enough?”' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 740 })
  const earlier = (await page.getByRole('link', { name: 'Read earlier newsletters' }).boundingBox())!
  // Nothing of the line before it stands next to it.
  expect(Math.abs(earlier.x + earlier.width / 2 - 640)).toBeLessThan(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Read earlier newsletters' }).click()
  await page.getByRole('link', { name: 'The first week of a simple routine' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The first week of a simple routine' })).toBeVisible()
  await expect(page.getByText('Thursday to Sunday:')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await context.close()
})

test('the list of newsletters is accessible and no address of a page', async ({ page, isolatedSite }) => {
  await open(page, `${isolatedSite.origin}/letters`)
  const { violations } = await axeFor(page).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const api = await request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
  const data = {
    ...{
      title: 'Newsletters',
      slug: 'newsletters',
      excerpt: '',
      content: '<p>A page.</p>',
      coverImage: '',
      imageAlt: '',
    },
    ...{ metaTitle: null, metaDescription: null, publishedAt: new Date().toISOString() },
  }
  expect((await api.post('/api/pages', { data })).status()).toBe(400)
  await api.dispose()
})
