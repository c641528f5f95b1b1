import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Scenario } from './checks.ts'
import { type SiteUnderTest, startSiteUnderTest } from './site.ts'

const REQUESTS = 12_000
const WARM_UP = 3000
const CONCURRENCY = 16
/** Bytes that all processes together may grow by during the flood, garbage included. */
const GROWTH_MAX = 200_000_000
const pages = ['/', '/blog', '/shop', '/contact', '/about']

/** Floods the site with made-up addresses, changes its data from outside, and scrapes it while a worker does not run. */
export async function flood(scenario: Scenario): Promise<void> {
  const { dataDir, databaseUrl } = scenario
  const site = await startSiteUnderTest({ dataDir, databaseUrl, env: { PAGE_CACHE_MB: '8' } })
  try {
    await floodWithAddresses(site, scenario)
    await changeFromOutside(site, scenario)
    await scrapeStoppedWorker(site, scenario)
  } finally {
    await site.stop()
  }
}

async function floodWithAddresses({ origin }: SiteUnderTest, { checks: { expectTrue } }: Scenario): Promise<void> {
  const statuses = new Map<number, number>()
  let sent = 0
  const sendUntil = async (count: number) => {
    while (sent < count) {
      const response = await fetch(origin + madeUp(sent++), { redirect: 'manual' })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  const sendAll = (count: number) => Promise.all(Array.from({ length: CONCURRENCY }, () => sendUntil(count)))
  await readPages(origin)
  // A process that has just started grows by itself: compiled code, and a heap that was small.
  await sendAll(WARM_UP)
  const before = await measure(origin, 'process_resident_memory_bytes')
  await sendAll(REQUESTS)
  const answered = [...statuses].map(([status, count]) => `${count} of ${status}`).join(', ')
  expectTrue(`${REQUESTS} made-up addresses cause no error: ${answered}`, ![...statuses.keys()].includes(500))
  const grown = (await measure(origin, 'process_resident_memory_bytes')) - before
  expectTrue(`the processes grow by ${Math.round(grown / 1e6)} MB`, grown < GROWTH_MAX)
  const kept = await measure(origin, 'dewlight_page_cache_pages')
  expectTrue(`${kept} responses are cached, none of them for a made-up address`, kept < 100)
  const rendered = await measure(origin, 'dewlight_render_duration_seconds_count')
  await readPages(origin)
  const again = (await measure(origin, 'dewlight_render_duration_seconds_count')) - rendered
  expectTrue(`the pages are still in memory: ${again} rendered again`, again < pages.length)
}

/** Addresses of which each was a cache entry of its own, or could be. */
function madeUp(i: number): string {
  const kinds = [
    `/api/posts?category=made-up-${i}`,
    `/api/posts?limit=${'0'.repeat(i % 50)}3`,
    `/api/products?category=made-up-${i}&page=${i}`,
    `/api/categories/made-up-${i}`,
    `/contact?sent=${i}`,
    `/newsletter?subscribed=made-up-${i}`,
    `/blog?page=1&utm_source=${i}`,
    `/blog/category/made-up-${i}`,
    `/blog/made-up-${i}`,
    `/feed.xml?made-up=${i}`,
    `/shop?category=made-up-${i}`,
  ]
  // The last costs a rendering, so it is rarer.
  return i % 100 === 0 ? kinds.at(-1)! : kinds[i % (kinds.length - 1)]!
}

async function changeFromOutside(
  { origin }: SiteUnderTest,
  { dataDir, databaseUrl, checks: { expectTrue } }: Scenario,
): Promise<void> {
  await readPages(origin)
  const title = 'A title that was changed by hand'
  const db = connect({ dataDir, databaseUrl })
  const { id } = await db
    .selectFrom('posts')
    .select('id')
    .where('published_at', '<', new Date().toISOString())
    .orderBy('published_at', 'desc')
    .executeTakeFirstOrThrow()
  await db.updateTable('posts').set({ title }).where('id', '=', id).execute()
  await db.destroy()
  const countNew = async () => (await askOften(origin, '/blog')).filter((answer) => answer?.text.includes(title)).length
  const early = await countNew()
  expectTrue(`a change by hand is not in a cached page: ${early} of ${READERS} readers see it`, early === 0)
  const { DATABASE_URL: _, ...env } = process.env
  const settings = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  await promisify(execFile)(process.execPath, ['src/cli.ts', 'purge'], { env: { ...env, ...settings } })
  await sleep(2000)
  const late = await countNew()
  expectTrue(`two seconds after \`npm run purge\` ${late} of ${READERS} readers see it`, late === READERS)
}

async function scrapeStoppedWorker(site: SiteUnderTest, { checks: { expectTrue } }: Scenario): Promise<void> {
  const { origin } = site
  const before = workersOf(site)
  const requests = await measure(origin, 'dewlight_http_requests_total')
  process.kill(before[0]!, 'SIGSTOP')
  const scraping = Promise.all(Array.from({ length: 4 }, () => ask(origin, '/metrics')))
  // Longer than a scrape waits for it, shorter than the site waits before it replaces it.
  await sleep(3000)
  process.kill(before[0]!, 'SIGCONT')
  const scrapes = await scraping
  const sums = scrapes.flatMap((scrape) => (scrape ? [sumOf(scrape.text, 'dewlight_http_requests_total')] : []))
  expectTrue(`while a worker does not run, ${sums.length} of 4 scrapes get a response`, sums.length >= 2)
  expectTrue('it has the sums of all processes', sums.length > 0 && Math.min(...sums) >= requests)
  await sleep(500)
  expectTrue('the worker is not killed', workersOf(site).join() === before.join())
  const served = (await askOften(origin, '/')).filter((answer) => answer?.status === 200).length
  expectTrue(`afterwards ${served} of ${READERS} requests are served`, served === READERS)
}

const READERS = 100

/** The pages often enough to be in the memory of each process. */
async function readPages(origin: string): Promise<void> {
  for (const page of pages) await askOften(origin, page)
}

/** On new connections, so that each process gets some. */
async function askOften(origin: string, address: string) {
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  while (answers.length < READERS)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => ask(origin, address)))))
  return answers
}

/** On a connection of its own; undefined after four seconds. */
function ask(origin: string, address: string): Promise<{ status: number; text: string } | undefined> {
  return new Promise((resolve) => {
    const request = get(origin + address, { agent: false, timeout: 4000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

async function measure(origin: string, name: string): Promise<number> {
  return sumOf((await ask(origin, '/metrics'))?.text ?? '', name)
}

/** The sum of a metric over its labels. */
function sumOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

function workersOf(site: SiteUnderTest): number[] {
  const children = readFileSync(`/proc/${site.pid()}/task/${site.pid()}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}
