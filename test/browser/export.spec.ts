import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 57

test('the owner exports the site, downloads the file and deletes it', async ({ page }) => {
  test.setTimeout(180_000)
  const { origin, stop } = await startIsolatedSite(port)
  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await open(page, `${origin}/admin/settings/export`)
  const rows = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: /^Export .*Everything$/ }).press('Enter')
  await expect(rows.first()).toContainText(/Made .* MB/, { timeout: 120_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rows.first().getByRole('link', { name: 'Download the export: Everything' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^dewlight-archive-.*\.zip$/)
  expect(await download.failure()).toBeNull()
  await rows.first().getByRole('button', { name: 'Delete the export: Everything' }).click()
  await expect(page.getByRole('button', { name: /^Export .*Everything$/ })).toBeVisible()
  await page.goto('about:blank')
  await stop()
})
