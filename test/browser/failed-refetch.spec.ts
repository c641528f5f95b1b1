import type { Locator, Page } from '@playwright/test'
import { openAdmin } from './owner.ts'
import { brokenOnPurpose, expect, failApi, hydrated, jump, open, test } from './site-test.ts'

test.use({ expectedProblems: brokenOnPurpose })

const postsFailed = 'Failed to load posts. Please try again later.'
const productsFailed = 'Failed to load products. Please try again later.'

for (const { path, api, message, content, tag = [] } of [
  { path: '/', api: '/api/posts', message: postsFailed, content: 'article' },
  { path: '/', api: '/api/categories', message: 'Failed to load categories', content: 'section' },
  { path: '/', api: '/api/products', message: productsFailed, content: 'article' },
  { path: '/blog', api: '/api/posts', message: postsFailed, content: 'article', tag: '@gate' },
  { path: '/shop', api: '/api/products', message: productsFailed, content: 'article' },
  {
    path: '/search?q=retinol',
    api: '/api/search',
    message: 'Failed to fetch search results',
    content: 'article',
  },
]) {
  test(`${path} keeps what it shows when ${api} fails later, and says so`, { tag }, async ({ page }) => {
    await open(page, path)
    const shown = page.getByRole('main').locator(content)
    const before = await shown.count()
    expect(before).toBeGreaterThan(3)
    await refetch(page, path, '/contact', api, () => hydrated(page))
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(shown).toHaveCount(before)
  })
}

test('a post stays when it fails to load again', { tag: '@gate' }, async ({ page }) => {
  const path = '/blog/retinol-for-beginners'
  await open(page, path)
  const failed = page.waitForEvent('console', (message) => message.text() === '500: Broken on purpose')
  await refetch(page, path, '/contact', '/api/posts', () => hydrated(page))
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retinol for Beginners: Start Slow, Stay Patient')
  // A navigation would begin with the rendering of the failure.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(page).toHaveURL(path)
})

const items = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
// The sections of the settings are items too.
const jobs = (page: Page) => page.getByRole('list', { name: 'Background work' }).getByRole('listitem')
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('row')

for (const { path, api, content, tag = [] } of [
  { path: '/admin/posts', api: '/api/posts', content: rows, tag: '@gate' },
  { path: '/admin/products', api: '/api/products', content: rows },
  { path: '/admin/media', api: '/api/images', content: items },
  { path: '/admin/analytics', api: '/api/analytics', content: (page: Page) => page.getByText('Total Clicks') },
  { path: '/admin/contacts', api: '/api/contacts', content: rows },
  { path: '/admin/subscribers', api: '/api/subscribers', content: rows },
  { path: '/admin/categories', api: '/api/categories', content: items },
  { path: '/admin/settings/jobs', api: '/api/jobs', content: jobs },
  { path: '/admin/settings/activity', api: '/api/audit', content: rows },
]) {
  test(`${path} keeps what it shows when a later request fails, and says so above it`, { tag }, async ({ page }) => {
    await openAdmin(page, path)
    const first: Locator = content(page).first()
    await expect(first).toBeVisible()
    const elsewhere = path.startsWith('/admin/contacts') ? '/admin/subscribers' : '/admin/contacts'
    await refetch(page, path, elsewhere, api, () =>
      expect(page.getByRole('tabpanel').getByRole('row').first()).toBeVisible(),
    )
    const alert = page.getByRole('alert').filter({ hasText: 'Below is what was loaded before.' }).first()
    await expect(alert).toBeVisible()
    await expect(first).toBeVisible()
    await page.unrouteAll()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
    await expect(first).toBeVisible()
  })
}

/** Leaves a page and comes back when its data is stale and the API fails. */
async function refetch(page: Page, path: string, elsewhere: string, api: string, ready: () => Promise<void>) {
  await jump(page, elsewhere)
  await expect(page).toHaveURL(elsewhere)
  await ready()
  await failApi(page, api)
  await page.clock.setFixedTime(Date.now() + 60_000)
  await jump(page, path)
  await expect(page).toHaveURL(path)
}
