import type { Page } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expectCleanScreen } from './screen-checks.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 57

test.use({ expectedProblems: /status of 404/ })

const long = 'It stays calm through a whole winter, and that is what counts for a toner like this one.'

const post = (id: number, category: string, type = 'post') =>
  `<item><title>Moved text ${id}</title><link>https://old.example/2019/05/moved-${id}/</link><wp:post_id>${id}</wp:post_id>
  <wp:post_name>moved-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>
  <wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt><category domain="category" nicename="${category}">${category}</category>
  <content:encoded><![CDATA[<p>${long}</p>[amazon box="B00ABCDEFG" title="Oat toner"][unknown_form id="3"]]]></content:encoded></item>`
const category = (slug: string) =>
  `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>Old ${slug}</wp:cat_name></wp:category>`

const wxr = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
  <title>Old Diary</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
  ${category('winter')}${category('news')}${post(1, 'winter')}${post(2, 'news')}${post(3, 'news')}${post(4, 'news', 'nav_menu_item')}</channel></rss>`

/** Chooses an export, decides, imports and undoes it. */
async function moveIn(page: Page, origin: string, checkScreen: () => Promise<void>): Promise<void> {
  const { request } = page
  await request.post(`${origin}/api/auth/login`, { data: owner })
  const [shown] = (await (await request.get(`${origin}/api/posts`)).json()) as { coverImage: string }[]
  await open(page, `${origin}/admin/settings/import`)
  await expect(page.getByRole('heading', { name: 'Import a site' })).toBeVisible()
  await checkScreen()
  const start = page.getByRole('button', { name: 'Show what is in it' })
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).press('Enter')
  await (await chooser).setFiles([{ name: 'old-diary.xml', mimeType: 'text/xml', buffer: Buffer.from(wxr) }])
  await expect(page.getByRole('list', { name: 'Uploaded files' })).toContainText('old-diary.xml')
  await start.press('Enter')

  await expect(page.getByRole('heading', { name: 'What becomes of “Old Diary”' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: /^Posts 3/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Samples' })).toContainText(long)
  await page.getByLabel('What becomes of Old winter').selectOption({ index: 2 })
  await page.getByLabel('What becomes of Old news').selectOption('leave-out')
  await page.getByLabel('Category of new products').fill('Toners')
  await page.getByLabel('Cover of posts without a picture').fill(shown!.coverImage)
  await page.getByLabel('Fetch pictures that are not in the files from the old site').uncheck()
  await page.getByText('It becomes a draft. Cover image URL is required.').press('Enter')
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Moved text 2')
  await checkScreen()
  // The decisions are kept.
  await page.reload()
  await expect(page.getByLabel('What becomes of Old news')).toHaveValue('leave-out')
  await expect(page.getByLabel('Cover of posts without a picture')).toHaveValue(shown!.coverImage)

  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Import this site?' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: '“Old Diary” was imported' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Import a site' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Result' })).toContainText('3 texts: 3 imported')
  await checkScreen()
  const old = await request.get(`${origin}/2019/05/moved-1/`, { maxRedirects: 0 })
  expect([old.status(), old.headers().location]).toEqual([301, expect.stringMatching(/\/blog\/moved-1$/)])
  expect(await (await request.get(`${origin}/blog/moved-1`)).text()).toContain('Oat toner</a>')

  await page.getByRole('button', { name: 'Undo the import' }).press('Enter')
  const undoing = page.getByRole('alertdialog', { name: 'Undo this import?' })
  await undoing.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: '“Old Diary” was taken back' })).toBeVisible({ timeout: 30_000 })
  expect((await request.get(`${origin}/2019/05/moved-1/`, { maxRedirects: 0 })).status()).toBe(404)
  expect((await request.get(`${origin}/blog/moved-1`)).status()).toBe(404)
}

test('another site moves in by its export: survey, decisions, import, redirects, and back', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(180_000)
  const { origin, stop } = await startIsolatedSite(port)
  await moveIn(page, origin, async () => {})
  await page.goto('about:blank')
  await stop()
})

test('a phone of 360 px shows each step of an import whole, and all of it is accessible', async ({ page }) => {
  test.setTimeout(240_000)
  const { origin, stop } = await startIsolatedSite(port + 1)
  await page.setViewportSize({ width: 360, height: 740 })
  await moveIn(page, origin, async () => {
    await expectCleanScreen(page, { height: 740 })
    await page.setViewportSize({ width: 360, height: 740 })
  })
  await page.goto('about:blank')
  await stop()
})
