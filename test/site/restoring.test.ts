import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupList } from '../../src/contract/platform/backups.ts'
import { copyDemoData } from '../browser/isolated-site.ts'
import { owner } from '../demo-owner.ts'
import { createSiteUnderTest, type SiteUnderTest } from '../faults/site.ts'

/** Restores of the built site in two processes, which is killed meanwhile. */

const CLICKS = 20_000

async function signIn({ origin }: SiteUnderTest): Promise<(path: string, method?: string) => Promise<Response>> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  const cookie = response.headers.get('set-cookie')!.split(';')[0]!
  return (address, method = 'GET') => fetch(`${origin}/api${address}`, { method, headers: { cookie } })
}

const listOf = async (ask: Awaited<ReturnType<typeof signIn>>) => (await (await ask('/backups')).json()) as BackupList

function change(dataDir: string, act: (db: BetterSqlite.Database) => void): void {
  const db = new BetterSqlite(path.join(dataDir, 'dewlight.db'))
  act(db)
  db.close()
}

/** The state that a restore replaces. */
function makeFormer(dataDir: string): void {
  change(dataDir, (db) => {
    db.exec("delete from link_clicks where link_id = 'of the test'")
    db.exec("insert into settings (key, value, updated_at) values ('brand', '\"Written since\"', '2026-01-01')")
  })
}

/** The state of the site by what readers and the database see of it; throws for a mixture of both. */
async function stateOf({ origin }: SiteUnderTest, dataDir: string): Promise<'former' | 'restored'> {
  const { brand } = (await (await fetch(`${origin}/api/site`)).json()) as { brand: string }
  let found: unknown[] = []
  change(dataDir, (db) => {
    found = [
      brand,
      db.prepare("select count(*) from settings where key = 'brand'").pluck().get(),
      db.prepare("select count(*) from link_clicks where link_id = 'of the test'").pluck().get(),
      db.pragma('integrity_check', { simple: true }),
    ]
  })
  if (JSON.stringify(found) === JSON.stringify(['Written since', 1, 0, 'ok'])) return 'former'
  expect(found).toEqual(['Dewlight', 0, CLICKS, 'ok'])
  return 'restored'
}

test('a restore that is killed at any moment leaves the former state or the restored one', {
  tags: ['full'],
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-restoring-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  copyDemoData(dataDir)
  // Enough rows for each step to take a while.
  change(dataDir, (db) => {
    db.exec("delete from settings where key = 'brand'")
    db.exec(`with recursive counted(i) as (select 1 union all select i + 1 from counted where i < ${CLICKS})
      insert into link_clicks (link_id, product_id, clicked_at) select 'of the test', (select min(id) from products), '2026-01-01T00:00:00.000Z' from counted`)
  })
  const site = await createSiteUnderTest({ dataDir, databaseUrl: undefined })
  await site.start()
  let ask = await signIn(site)
  await ask('/backups', 'POST')
  await expect.poll(async () => (await listOf(ask)).backups.length, { timeout: 60_000 }).toBe(1)
  const name = (await listOf(ask)).backups[0]!.name
  await site.stop()
  makeFormer(dataDir)

  const seen: string[] = []
  for (let delay = 0; seen.at(-1) !== 'restored'; delay = delay * 2.5 + 300) {
    await site.start()
    ask = await signIn(site)
    expect((await ask(`/backups/${name}/restore`, 'POST')).status).toBe(202)
    const reading = setInterval(() => void fetch(`${site.origin}/`).catch(() => {}), 20)
    await sleep(delay)
    clearInterval(reading)
    await site.kill()
    await site.start()
    const state = await stateOf(site, dataDir)
    seen.push(state)
    if (state === 'former') {
      // The next process says so, and does not begin again by itself; one that had not started is started, which ends the session.
      ask = await signIn(site)
      const outcome = async () => (await listOf(ask)).restore?.state ?? (await stateOf(site, dataDir))
      await expect.poll(outcome, { timeout: 60_000 }).toMatch(/^(?:failed|restored)$/)
    }
    const isStarted = state === 'former' && (await stateOf(site, dataDir)) === 'restored'
    await site.stop()
    if (isStarted) makeFormer(dataDir)
  }
  expect(seen[0]).toBe('former')
})
