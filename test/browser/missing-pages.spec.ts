import { expect, openAdmin, test } from './isolated-test.ts'
import { toastOf } from './library.ts'
import { open } from './site-test.ts'

const reader = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
  referer: 'https://forum.example/best-serums',
}

test('Not found: an address that a reader missed is ignored and listed again, then redirected to the page that is suggested', async ({
  page,
  request,
}) => {
  const content = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
  const data = { title: 'Morning steps', slug: 'morning-steps', content, publishedAt: '2026-01-02T12:00:00.000Z' }
  expect((await request.post('/api/pages', { data })).status()).toBe(201)
  for (const address of ['/2019/05/my-morning-steps/', '/2019/05/my-morning-steps'])
    await request.get(address, { headers: reader })
  // Counts are written every few seconds.
  await expect
    .poll(async () => (await request.get('/api/redirects/missing?q=morning')).json(), { timeout: 30_000 })
    .toHaveLength(1)

  await page.setViewportSize({ width: 360, height: 800 })
  await openAdmin(page, '/admin/settings/redirects')
  await page.getByRole('link', { name: 'Not found' }).click()
  const row = page.getByRole('table', { name: 'Not found' }).getByRole('row', { name: '/2019/05/my-morning-steps' })
  await expect(row).toContainText('Followed from https://forum.example/best-serums')
  await page.getByRole('button', { name: 'Ignore /2019/05/my-morning-steps' }).click()
  await expect(row).toHaveCount(0)
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'Redirect /2019/05/my-morning-steps to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New redirect' })
  await expect(dialog.getByLabel('Old address')).toHaveValue('/2019/05/my-morning-steps')
  await dialog.getByRole('button', { name: 'Use /morning-steps' }).click()
  await expect(dialog.getByLabel('Leads to')).toHaveValue('/morning-steps')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toHaveCount(0)
  await open(page, '/2019/05/my-morning-steps')
  await expect(page).toHaveURL('/morning-steps')
})
