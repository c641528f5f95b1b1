import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 54

test.use({ expectedProblems: /status of 40[013]|^40[013]: |status of 503/ })

test('the owner restores a backup after she has seen what would be lost, signs in, and finds the way back', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const { origin, stop } = await startIsolatedSite(port)
  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await page.request.post(`${origin}/api/backups`)
  await open(page, `${origin}/admin/settings/backups`)
  const rows = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(rows).toHaveCount(1, { timeout: 60_000 })
  await page.request.put(`${origin}/api/settings`, { data: { brand: 'Written since' } })

  await rows.getByRole('button', { name: /^Restore command for/ }).click()
  const command = page.getByRole('dialog', { name: 'Restore on the server' })
  await expect(command).toContainText(/restore.* --force dewlight-\d{4}/)
  await command.getByRole('button', { name: 'Close' }).last().click()

  await rows.getByRole('button', { name: /^Restore the backup of/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this backup?' })
  await expect(dialog.getByRole('row', { name: /^Posts/ })).toBeVisible({ timeout: 60_000 })
  const confirm = dialog.getByRole('button', { name: 'Restore', exact: true })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Type “restore” to confirm').fill('restore')
  await confirm.click()
  await expect(page).toHaveURL(/\/login\?restored=yes/, { timeout: 120_000 })
  await expect(page.getByText('The backup is restored, and every device is signed out.')).toBeVisible()
  const site = (await (await page.request.get(`${origin}/api/site`)).json()) as { brand: string }
  expect(site.brand).not.toBe('Written since')

  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await open(page, `${origin}/admin/settings/backups`)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Before the restore of')
  await page.goto('about:blank')
  await stop()
})
