import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupList } from '../../src/contract/platform/backups.ts'
import { startIsolatedSite } from '../browser/isolated-site.ts'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'

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

test('a backup that is made in the dashboard brings the whole site back elsewhere, byte for byte', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-restored-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const port = await freePort()
  const first = await startIsolatedSite(port)
  const { origin } = first
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const asOwner = (address: string, init: RequestInit = {}) =>
    fetch(origin + address, { ...init, headers: { cookie, 'content-type': 'application/json' } })
  const saveBrand = () => asOwner('/api/settings', { method: 'PUT', body: JSON.stringify({ brand: 'Petal & Dew' }) })
  expect((await saveBrand()).status).toBe(200)

  const links = [...(await (await fetch(`${origin}/`)).text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)]
  const found = (start: string, count: number) =>
    [...new Set(links.map((link) => link[1]!))].filter((link) => link.startsWith(start)).slice(0, count)
  const all = [...addresses, ...found('/blog/category/', 2), ...found('/blog/', 4), ...found('/media/', 3)]
  const read = async (address: string) => Buffer.from(await (await fetch(origin + address)).arrayBuffer())
  const before = new Map<string, Buffer>()
  for (const address of all) before.set(address, await read(address))

  const list = async () => (await (await asOwner('/api/backups')).json()) as BackupList
  expect((await list()).backups).toEqual([])
  // Readers click and the owner saves meanwhile, which changes no public page.
  let isWritten = false
  let writes = 0
  const readers = (async () => {
    for (; !isWritten; writes++) {
      const click = { linkId: 'shop', productId: 1 + (writes % 20) }
      await fetch(`${origin}/api/analytics/click`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0' },
        body: JSON.stringify(click),
      })
      await saveBrand()
    }
  })()
  expect((await asOwner('/api/backups', { method: 'POST' })).status).toBe(202)
  await expect.poll(async () => (await list()).backups.length, { timeout: 60_000 }).toBe(1)
  isWritten = true
  await readers
  expect(writes).toBeGreaterThan(5)
  const { backups, lastError } = await list()
  expect(lastError).toBeNull()
  expect(backups[0]!.kind).toBe('manual')
  const download = await asOwner(`/api/backups/${backups[0]!.name}`)
  const file = path.join(folder, backups[0]!.name)
  writeFileSync(file, Buffer.from(await download.arrayBuffer()))
  await first.stop()

  const dataDir = path.join(folder, 'data')
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
  expect((await asOwner('/api/auth/user')).status).toBe(401)
  await second.stop()
})
