import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 53

test.use({ expectedProblems: /status of 40[03]|^400: / })

test('a backup is made, downloaded with the password, and deleted after a question, and only the owner reaches one', {
  tag: '@gate',
}, async ({ page, playwright }) => {
  test.setTimeout(180_000)
  const { origin, dataDir, stop } = await startIsolatedSite(port)
  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await open(page, `${origin}/admin/settings/backups`)
  await expect(page.getByText('No backup yet. The first one takes a moment.')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  const row = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(row).toHaveCount(1, { timeout: 60_000 })
  await expect(row).toContainText('Verified')
  await expect(row).toContainText(/[\d,]+ rows · \d+ images/)
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused()
  ageSessions(dataDir)
  await row.getByRole('link', { name: /Download/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await dialog.getByLabel('Your password').fill('not it')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('That is not your password')).toBeVisible()
  await dialog.getByLabel('Your password').fill(owner.password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ])
  await expect(dialog).toHaveCount(0)
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

/** As if everybody had signed in more than ten minutes ago. */
function ageSessions(dataDir: string): void {
  const db = new BetterSqlite(path.join(dataDir, 'dewlight.db'))
  db.exec('update sessions set authenticated_at = null')
  db.close()
}
