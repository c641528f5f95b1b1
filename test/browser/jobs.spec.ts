import { JobName } from '../../src/contract/platform/jobs.ts'
import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 56

test('the owner sees what the site does by itself, and runs a backup from there', { tag: '@gate' }, async ({
  page,
}) => {
  test.setTimeout(180_000)
  const { origin, stop } = await startIsolatedSite(port)
  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await open(page, `${origin}/admin/settings/jobs`)
  const rows = page.getByRole('list', { name: 'Background work' }).getByRole('listitem')
  await expect(rows).toHaveCount(JobName.options.length)
  // Due at each start.
  await expect(rows.filter({ hasText: 'Clean-up' })).toContainText('Done', { timeout: 60_000 })
  const backup = rows.filter({ hasText: 'Makes a backup each night' })
  await expect(backup).toContainText('Never yet')
  await expect(backup).toContainText('3:00 AM')
  const button = backup.getByRole('button', { name: 'Run now: Backup' })
  await button.press('Enter')
  await expect(backup).toContainText('Done', { timeout: 60_000 })
  await expect(backup).not.toContainText('Never yet')
  await expect(button).toBeFocused()

  await page.getByRole('link', { name: 'Backups', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toContainText('Made by hand')
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText('Started background work “Backup”')).toBeVisible()
  await page.goto('about:blank')
  await stop()
})
