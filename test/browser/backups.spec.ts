import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 53

test('a backup is made, downloaded and deleted after a question, and only the owner reaches one', {
  tag: '@gate',
}, async ({ page, playwright }) => {
  test.setTimeout(180_000)
  const { origin, stop } = await startIsolatedSite(port)
  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await open(page, `${origin}/admin/settings/backups`)
  await expect(page.getByText('No backup yet. The first one takes a moment.')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  const row = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(row).toHaveCount(1, { timeout: 60_000 })
  await expect(row).toContainText('Verified')
  await expect(row).toContainText(/[\d,]+ rows · \d+ images/)
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /Download/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^dewlight-.*\.tar\.gz$/)
  expect(await download.failure()).toBeNull()
  const address = await row.getByRole('link', { name: /Download/ }).getAttribute('href')
  const stranger = await playwright.request.newContext({ baseURL: origin })
  expect((await stranger.get(address!)).status()).toBe(401)
  expect((await stranger.delete(address!)).status()).toBe(401)
  await stranger.dispose()
  await row.getByRole('button', { name: /^Delete the backup of/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this backup?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No backup yet.')).toBeVisible()
  const list = await page.request.get(`${origin}/api/backups`)
  expect(((await list.json()) as { backups: unknown[] }).backups).toEqual([])
  await page.goto('about:blank')
  await stop()
})
