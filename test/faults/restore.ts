import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Scenario } from './checks.ts'
import { createLedger } from './ledger.ts'
import { createSiteUnderTest, startSiteUnderTest } from './site.ts'
import { createWriters } from './writers.ts'

const run = promisify(execFile)

/**
 * Backs the site up under write load, restores it elsewhere (on PostgreSQL into another database of the server, and into
 * SQLite too), and compares every public page, list, feed and image byte for byte.
 */
export async function restoreElsewhere(scenario: Scenario): Promise<void> {
  const { folder, dataDir, databaseUrl, checks } = scenario
  const { expectTrue } = checks
  const first = await startSiteUnderTest({ dataDir, databaseUrl })
  const ledger = createLedger()
  const writers = await createWriters(first, ledger)
  const all = writers.write()
  await sleep(2000)
  await all.stop()
  // Stops the owner's saves, so that public content does not depend on when the backup is made.
  const load = writers.write({ kinds: ['contact', 'subscriber', 'click'] })
  await sleep(500)
  const before = ledger.counts().acknowledged
  const file = await script('backup.ts', [], { dataDir, databaseUrl })
  const after = ledger.counts().acknowledged
  await load.stop()
  expectTrue(`a backup is made during ${after - before} writes`, after > before)
  const known = await readPublicSite(first.origin)
  await first.stop()

  const places = [{ name: 'SQLite', databaseUrl: undefined as string | undefined }]
  if (databaseUrl) places.push({ name: 'PostgreSQL', databaseUrl: await createDatabase(scenario, databaseUrl) })
  for (const { name, databaseUrl: elsewhere } of places) {
    const otherDir = path.join(folder, `restored-${name}`)
    mkdirSync(otherDir)
    const other = { dataDir: otherDir, databaseUrl: elsewhere }
    console.log(await script('restore.ts', [file], other))
    const site = await createSiteUnderTest({ ...other, port: Number(new URL(first.origin).port) })
    await site.start()
    const found = await readPublicSite(site.origin)
    await site.stop()
    // The order of search results depends on the database.
    const isOtherKind = (elsewhere === undefined) !== (databaseUrl === undefined)
    const compared = [...known].filter(([address]) => !(isOtherKind && address.includes('search?')))
    const different = compared
      .filter(([address, answer]) => !found.get(address)?.equals(answer))
      .map(([address]) => address)
    const isSame = different.length === 0 && found.size === known.size
    expectTrue(
      `restored into ${name}, ${compared.length} addresses are the same to the byte: ${different.join(' ') || 'all'}`,
      isSame,
    )
  }
}

/** The last line of output of a script. */
async function script(
  name: string,
  parameters: string[],
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
) {
  const { DATABASE_URL: _, ...env } = process.env
  const settings = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const { stdout } = await run(process.execPath, [`scripts/${name}`, ...parameters], { env: { ...env, ...settings } })
  return stdout.trim().split('\n').at(-1)!
}

async function createDatabase({ dataDir }: Scenario, databaseUrl: string): Promise<string> {
  const db = connect({ dataDir, databaseUrl })
  await sql`create database restored`.execute(db)
  await db.destroy()
  const url = new URL(databaseUrl)
  url.pathname = '/restored'
  return url.href
}

/** Status and body of every page of the sitemap, of lists and feeds, and of their images. */
async function readPublicSite(origin: string): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>()
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const lists = [
    '/sitemap.xml',
    '/feed.xml',
    '/feed.json',
    '/robots.txt',
    '/blog?page=2',
    '/search?q=cream',
    '/no-such-page',
  ]
  const api = ['/api/site', '/api/categories', '/api/posts?limit=50', '/api/products?limit=50', '/api/search?q=barrier']
  const images = new Set<string>()
  for (const address of new Set([...pages, ...lists, ...api])) {
    const answer = await askPatiently(origin + address)
    const body = Buffer.from(await answer.arrayBuffer())
    read.set(address, Buffer.concat([Buffer.from(`${answer.status} ${answer.headers.get('content-type')}\n`), body]))
    for (const [image] of body.toString().matchAll(/\/media\/[\da-f]{24}\/\d+\.jpg/g)) images.add(image)
  }
  // Each variant is made again from its source.
  for (const image of [...images].sort().slice(0, 20)) {
    const answer = await askPatiently(origin + image)
    read.set(image, Buffer.concat([Buffer.from(`${answer.status}\n`), Buffer.from(await answer.arrayBuffer())]))
  }
  return read
}

/** Retries if the site sheds load. */
async function askPatiently(address: string): Promise<Response> {
  for (let i = 0; ; i++) {
    const answer = await fetch(address)
    if (answer.status !== 503 || i === 30) return answer
    await sleep(1000)
  }
}
