import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { owner } from '../demo-owner.ts'
import { startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 52

const addresses = [
  '/',
  '/blog',
  '/blog?page=2',
  '/shop',
  '/about',
  '/contact',
  '/search?q=sunscreen',
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
  '/share/site.png',
]

test('a backup that is made in the dashboard brings the whole site back elsewhere, byte for byte', async ({ page }) => {
  test.setTimeout(240_000)
  const first = await startIsolatedSite(port)
  await page.request.post(`${first.origin}/api/auth/login`, { data: owner })
  await page.request.put(`${first.origin}/api/settings`, { data: { brand: 'Petal & Dew' } })
  const links = [...(await (await page.request.get(`${first.origin}/`)).text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)]
  const found = (start: string, count: number) =>
    [...new Set(links.map((link) => link[1]!))].filter((link) => link.startsWith(start)).slice(0, count)
  const all = [...addresses, ...found('/blog/category/', 2), ...found('/blog/', 4), ...found('/media/', 3)]
  const read = async (address: string) => (await page.request.get(first.origin + address)).body()
  const before = new Map<string, Buffer>()
  for (const address of all) before.set(address, await read(address))

  await open(page, `${first.origin}/admin/settings/backups`)
  await expect(page.getByText('No backup yet. The first one takes a moment.')).toBeVisible()
  // Readers click and send messages meanwhile, which changes no public page.
  let isWritten = false
  let writes = 0
  const readers = (async () => {
    for (; !isWritten; writes++) {
      const click = { linkId: 'shop', productId: 1 + (writes % 20) }
      await fetch(`${first.origin}/api/analytics/click`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0' },
        body: JSON.stringify(click),
      })
      await page.request.put(`${first.origin}/api/settings`, { data: { brand: 'Petal & Dew' } })
    }
  })()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('It was read back and is whole.', { exact: true })).toBeVisible({ timeout: 60_000 })
  isWritten = true
  await readers
  expect(writes).toBeGreaterThan(5)
  const row = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Verified')
  await expect(row).toContainText(/[\d,]+ rows · \d+ images/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /Download/ }).click(),
  ])
  const file = await download.path()
  await page.goto('about:blank')
  await first.stop()

  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-restored-'))
  const restore = () =>
    execFileSync('npm', ['run', '--silent', 'restore', '--', file], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  expect(restore()).toMatch(/^Restored \d+ rows and \d+ images as of /)
  expect(restore).toThrow('The database is not empty.')

  const second = await startIsolatedSite(port, { env: { DATA_DIR: dataDir } })
  for (const [address, bytes] of before) expect((await read(address)).equals(bytes), address).toBe(true)
  expect((await page.request.get(`${second.origin}/api/auth/user`)).status()).toBe(401)
  await second.stop()
  rmSync(dataDir, { recursive: true })
})

test('a backup is deleted after a question, and only the owner reaches one', async ({ page, playwright }) => {
  test.setTimeout(180_000)
  const { origin, stop } = await startIsolatedSite(port + 1)
  await page.request.post(`${origin}/api/auth/login`, { data: owner })
  await open(page, `${origin}/admin/settings/backups`)
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  const row = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(row).toHaveCount(1, { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused()
  const address = await row.getByRole('link', { name: /Download/ }).getAttribute('href')
  const stranger = await playwright.request.newContext({ baseURL: origin })
  expect((await stranger.get(address!)).status()).toBe(401)
  expect((await stranger.delete(address!)).status()).toBe(401)
  await stranger.dispose()
  await row.getByRole('button', { name: /^Delete the backup of/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this backup?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The backup has been deleted.', { exact: true })).toBeVisible()
  await expect(page.getByText('No backup yet.')).toBeVisible()
  await page.goto('about:blank')
  await stop()
})
