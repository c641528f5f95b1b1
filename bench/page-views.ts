/**
 * Measures what counting page views costs a page from the cache: `npm run bench:views`. Three servers in one process
 * send the same cached page, one of them counts, and one counts many times; bursts alternate. Only the page cache is
 * in front of node:http, so that the share of counting is larger than in the whole site. Counts are written to a
 * SQLite database, as in a site.
 */

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { createPageCache } from '../src/server/platform/delivery/page-cache.ts'
import { createPageViews } from '../src/server/shop/analytics/page-views.ts'
import { browser, CONNECTIONS, median } from './interleaved.ts'
import { send } from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12)
const BURST_S = 2
const address = '/blog/retinol-for-beginners'

const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-views-'))
const db = connect({ dataDir: folder, databaseUrl: undefined })
await migrateToLatest(db)
const views = createPageViews({
  db,
  clock: () => new Date(),
  readTimeZone: async () => 'America/New_York',
  readHiddenHosts: async () => [],
  onError: (error) => console.error(error),
})

async function serve(onView?: typeof views.count): Promise<Server> {
  const cache = createPageCache({
    headers: { 'x-content-type-options': 'nosniff' },
    maxBytes: 10_000_000,
    freshUntil: async () => Number.POSITIVE_INFINITY,
    onError: (error) => console.error(error),
    ...(onView ? { onView } : {}),
  })
  const render = async () => ({
    status: 200,
    body: ['<p>Retinol for beginners.</p>'.repeat(1500)],
    cacheable: true,
    tags: [],
  })
  const server = createServer((request, response) => {
    if (!cache.send(address, request, response))
      void cache.fill({ key: address, isShared: true, isView: true, render }, request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

type Burst = { rate: number; processor: number }

/** Requests a second, and microseconds of processor time for a request. */
async function burst(server: Server): Promise<Burst> {
  const { port } = server.address() as AddressInfo
  const before = process.cpuUsage()
  const { requestsPerSecond, failures, responses } = await send({
    url: `http://127.0.0.1:${port}${address}`,
    headers: {
      ...browser,
      'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.3 Safari/605.1.15',
      referer: 'https://www.google.com/',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'cross-site',
    },
    connections: CONNECTIONS,
    duration: BURST_S,
  })
  if (failures > 0) throw new Error(`${failures} requests failed`)
  const { user, system } = process.cpuUsage(before)
  return { rate: requestsPerSecond, processor: (user + system) / responses }
}

/** So often the third server counts each request: bursts differ by more than one count takes. */
const TIMES = 20

const servers = {
  plain: await serve(),
  counting: await serve(views.count),
  counting20: await serve((key, request) => {
    for (let time = 0; time < TIMES; time++) views.count(key, request)
  }),
}
const names = Object.keys(servers) as (keyof typeof servers)[]
const bursts: Record<keyof typeof servers, Burst>[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const measured: Partial<Record<keyof typeof servers, Burst>> = {}
  // Each begins a round equally often.
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(round + turn) % names.length]!
    measured[name] = await burst(servers[name])
  }
  // The first round warms up.
  if (round > 0) bursts.push(measured as Record<keyof typeof servers, Burst>)
}
const ratioOf = (name: keyof typeof servers, figure: keyof Burst) =>
  median(bursts.map((round) => round[name][figure] / round.plain[figure]))
const cost = (ratioOf('counting20', 'processor') - 1) / TIMES
console.log(`${ROUNDS} rounds. Medians of the ratios to the server that does not count:`)
console.log(`| | throughput | processor time of a request |\n|---|---|---|`)
for (const name of ['counting', 'counting20'] as const)
  console.log(
    `| counts ${name === 'counting' ? 'once' : `${TIMES} times`} | ${ratioOf(name, 'rate').toFixed(3)} | ${ratioOf(name, 'processor').toFixed(3)} |`,
  )
const least = Math.min(...bursts.map(({ plain }) => plain.processor))
console.log(
  `One count costs ${(100 * cost).toFixed(2)} % of a request by the server that counts ${TIMES} times (fastest request without: ${least.toFixed(1)} µs).`,
)

for (const server of Object.values(servers)) server.closeAllConnections()
for (const server of Object.values(servers)) server.close()
await views.close()
await db.destroy()
rmSync(folder, { recursive: true, force: true })
