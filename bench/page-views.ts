/**
 * What counting page views costs a page from the cache: `npm run bench:views`. Two servers in one process send the same
 * cached page, one of them counts; bursts take turns. Only the page cache is in front of node:http, so that the share of
 * counting is larger than in the whole site. Counts are written to a SQLite database, as in a site.
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

/** The median of the microseconds that the count of a request takes while the page is served. */
async function countingTime(): Promise<number> {
  const times: number[] = []
  const server = await serve((key, request) => {
    const before = process.hrtime.bigint()
    views.count(key, request)
    times.push(Number(process.hrtime.bigint() - before) / 1000)
  })
  await burst(server)
  server.closeAllConnections()
  server.close()
  return median(times)
}

const servers = { counting: await serve(views.count), plain: await serve() }
const rates: number[] = []
const processors: number[] = []
const plainProcessors: number[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const isSwapped = round % 2 === 1
  const first = await burst(isSwapped ? servers.plain : servers.counting)
  const second = await burst(isSwapped ? servers.counting : servers.plain)
  const [counting, plain] = isSwapped ? [second, first] : [first, second]
  // The first round warms up.
  if (round === 0) continue
  rates.push(counting.rate / plain.rate)
  processors.push(counting.processor / plain.processor)
  plainProcessors.push(plain.processor)
  console.log(
    `${Math.round(counting.rate)} requests a second with counting, ${Math.round(plain.rate)} without; processor time of a request ${counting.processor.toFixed(1)} and ${plain.processor.toFixed(1)} µs`,
  )
}
console.log(
  `\nMedian ratios with counting to without: throughput ${median(rates).toFixed(3)}, processor time ${median(processors).toFixed(3)}.`,
)
const alone = await countingTime()
const least = Math.min(...plainProcessors)
console.log(
  `One count takes ${alone.toFixed(2)} µs, ${((100 * alone) / least).toFixed(1)} % of the ${least.toFixed(1)} µs of the fastest burst without it: on a busy machine this says more than the ratios.`,
)

for (const server of Object.values(servers)) server.closeAllConnections()
for (const server of Object.values(servers)) server.close()
await views.close()
await db.destroy()
rmSync(folder, { recursive: true, force: true })
