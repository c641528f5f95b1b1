/**
 * `npm run bench:admin`: latency of the admin lists on the large seed (5,000 posts, 10,000 products, 20,000 subscribers,
 * 5 million clicks), sequentially and interleaved with `/healthz`. The seed is created once, in `BENCH_DATA` (default
 * test-results/large); `BENCH_SCALE=0.01` creates a smaller one, DATABASE_URL one in PostgreSQL.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import '../scripts/build-if-changed.ts'
import { signIn, startSite, untilImagesAreMade } from './processes.ts'

const ROUNDS = 30
/** In milliseconds. */
const BOUND = 200

const dataDir = path.resolve(process.env.BENCH_DATA ?? 'test-results/large')
const seed = ['src/cli.ts', 'seed', '--large', '--scale', process.env.BENCH_SCALE ?? '1', '--replace']
if (!existsSync(path.join(dataDir, 'media')))
  spawnSync(process.execPath, seed, { stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } })

const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const questions: Record<string, string[]> = {
  Posts: [
    '/api/posts?status=all&limit=25',
    '/api/posts?status=all&limit=25&page=200',
    '/api/posts?status=all&limit=25&sort=title&page=100',
    '/api/posts?status=all&limit=25&sort=publishedAt&direction=asc&page=200',
    '/api/posts?status=draft&limit=25',
    '/api/posts?status=all&limit=25&q=winter',
    '/api/posts?status=all&limit=25&q=sunscreen&sort=title&page=20',
  ],
  Products: [
    '/api/products?status=all&limit=25',
    '/api/products?status=all&limit=25&page=400',
    '/api/products?status=all&limit=25&sort=name&page=400',
    '/api/products?status=all&limit=25&sort=price&direction=desc&page=200',
    '/api/products?status=inactive&limit=25&page=20',
    '/api/products?status=all&limit=25&q=gentle',
    '/api/products?status=all&limit=25&q=serum&sort=price&page=40',
  ],
  Overview: ['/api/overview', '/api/demo'],
  Images: ['/api/images?limit=25', '/api/images?limit=25&page=40', '/api/images?limit=25&q=plain'],
  Contacts: [
    '/api/contacts?limit=25',
    '/api/contacts?limit=25&page=100',
    '/api/contacts?limit=25&sort=name&page=50',
    '/api/contacts?limit=25&q=sunscreen',
  ],
  Subscribers: [
    '/api/subscribers?limit=25',
    '/api/subscribers?limit=25&page=400',
    '/api/subscribers?limit=25&page=800',
    '/api/subscribers?limit=25&sort=email&page=400',
    '/api/subscribers?limit=25&sort=name&page=400',
    '/api/subscribers?limit=25&q=reader-199',
  ],
  Analytics: [
    `/api/analytics/summary?startDate=${days(7)}&endDate=${days(0)}`,
    '/api/analytics/summary',
    `/api/analytics/summary?startDate=${days(365)}&endDate=${days(0)}`,
    `/api/analytics/summary?startDate=${days(1000)}&endDate=${days(0)}`,
  ],
  Audit: ['/api/audit?limit=50', '/api/audit?limit=50&page=100'],
}

const site = await startSite({}, dataDir)
try {
  const cookie = await signIn(site)
  await untilImagesAreMade(site, cookie)
  const trivial: number[] = []
  const times = new Map<string, number[]>()
  const asked = Object.values(questions).flat()
  // The first round warms up. Rounds are interleaved, so that a slow moment of the machine affects all lists.
  for (let round = 0; round <= ROUNDS; round++)
    for (const address of asked) {
      const health = await time(`${site.origin}/healthz`, cookie)
      const own = await time(site.origin + address, cookie)
      if (round === 0) continue
      trivial.push(health)
      times.set(address, [...(times.get(address) ?? []), own])
    }
  print(trivial, times)
} finally {
  await site.stop()
}

function print(trivial: number[], times: Map<string, number[]>): void {
  const health = at(trivial, 0.5)
  console.log(`/healthz: p50 ${health.toFixed(2)} ms, p95 ${at(trivial, 0.95).toFixed(2)} ms. ${ROUNDS} rounds.\n`)
  console.log('| list | address | p50, ms | p95, ms | p50 ÷ /healthz |\n|---|---|---|---|---|')
  for (const [noun, addresses] of Object.entries(questions))
    for (const address of addresses) {
      const own = times.get(address)!
      const [p50, p95] = [at(own, 0.5), at(own, 0.95)]
      const mark = p95 > BOUND ? ' (!)' : ''
      console.log(
        `| ${noun} | ${address.replace('/api/', '')} | ${p50.toFixed(1)} | ${p95.toFixed(1)}${mark} | ${(p50 / health).toFixed(0)} |`,
      )
    }
}

async function time(url: string, cookie: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers: { cookie } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - started
}

function at(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!
}
