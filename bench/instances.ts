/**
 * `npm run bench:instances [-- --quick]`: 1, 2 and 3 instances behind nginx over one PostgreSQL, directly and through
 * PgBouncer: requests per second, and the processor time of each part for a request. Writes `bench/instances.md`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { type Fleet, startFleet } from '../test/instances/fleet.ts'
import { type RunningProxy, startNginx } from '../test/instances/proxies.ts'
import { browser, median } from './interleaved.ts'
import type { Load } from './load-options.ts'
import { send } from './processes.ts'
import { processorTime } from './processor-time.ts'

const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 1 : 2
/** In seconds. */
const BURST = isQuick ? 1 : 2
const CONNECTIONS = 32

type Kind = { name: string; isCached: boolean; isLimited: boolean; path: string; body?: string }
type Measured = { rate: number; instances: number; nginx: number; postgres: number; pgbouncer: number }
type Way = { name: string; origin: string; nginx: RunningProxy | undefined }

const contact = { name: 'Ann Lee', email: 'a{n}@bench.example', subject: 'Hello', message: 'Message number {n}.' }
const kinds: Kind[] = [
  { name: 'page from memory', isCached: true, isLimited: false, path: '/blog/retinol-for-beginners' },
  { name: 'search page, rendered from the database', isCached: false, isLimited: true, path: '/search?q=gentle+{n}' },
  { name: 'search of the API, from the database', isCached: false, isLimited: true, path: '/api/search?q=gentle+{n}' },
  {
    name: 'click',
    isCached: true,
    isLimited: true,
    path: '/api/analytics/click',
    body: JSON.stringify({ linkId: 'bench-{n}', productId: 1, postId: 1 }),
  },
  { name: 'contact message', isCached: true, isLimited: true, path: '/api/contacts', body: JSON.stringify(contact) },
]

const rows: string[] = []
for (const withPgbouncer of [false, true])
  for (const isCached of [true, false]) await measureFleet({ withPgbouncer, isCached })
writeTable()

async function measureFleet({ withPgbouncer, isCached }: { withPgbouncer: boolean; isCached: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-instances-'))
  const fleet = await startFleet({ folder, withPgbouncer, env: isCached ? {} : { PAGE_CACHE_MB: '0' } })
  const ways: Way[] = [{ name: '1, no proxy', origin: fleet.instances[0]!.origin, nginx: undefined }]
  try {
    for (const count of [1, 2, 3]) {
      const own = path.join(folder, `nginx-${count}`)
      mkdirSync(own)
      const addresses = fleet.instances.slice(0, count).map(({ origin }) => new URL(origin).host)
      const nginx = await startNginx(own, addresses)
      ways.push({ name: `${count} behind nginx`, origin: nginx.origin, nginx })
    }
    for (const kind of kinds) {
      if (kind.isCached !== isCached) continue
      // Without a proxy all requests are of one reader, whose searches and writes have a rate limit.
      const those = kind.isLimited ? ways.slice(1) : ways
      const results = await measureKind(fleet, those, kind)
      const first = results[0]!
      for (const [number, result] of results.entries())
        addRow({ kind, way: those[number]!, withPgbouncer, result, first })
    }
  } finally {
    await Promise.all(ways.map(({ nginx }) => nginx?.stop()))
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The ways take turns, so that a slow moment of the machine affects all of them. The first round warms up. */
async function measureKind(fleet: Fleet, ways: Way[], kind: Kind): Promise<Measured[]> {
  const measured = ways.map((): Measured[] => [])
  for (let round = 0; round <= ROUNDS; round++)
    for (const [number, way] of ways.entries()) {
      const result = await measureBurst(fleet, way, kind)
      if (round > 0) measured[number]!.push(result)
    }
  return measured.map((all) => {
    const middle = (key: keyof Measured) => median(all.map((one) => one[key]))
    return {
      rate: middle('rate'),
      instances: middle('instances'),
      nginx: middle('nginx'),
      postgres: middle('postgres'),
      pgbouncer: middle('pgbouncer'),
    }
  })
}

/** Processor time per request in microseconds. */
async function measureBurst(fleet: Fleet, { origin, nginx }: Way, kind: Kind): Promise<Measured> {
  const load: Load = {
    url: origin + kind.path,
    headers: { ...browser, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    connections: CONNECTIONS,
    duration: BURST,
    isFromMany: true,
    body: kind.body,
  }
  const sample = () => ({
    instances: fleet.instances.reduce((sum, instance) => sum + processorTime(instance.pid()), 0),
    nginx: nginx ? processorTime(nginx.pid) : 0,
    postgres: processorTime(fleet.postgres.pid()),
    pgbouncer: fleet.pgbouncer ? processorTime(fleet.pgbouncer.pid) : 0,
  })
  const before = sample()
  const { requestsPerSecond, responses, failures } = await send(load)
  if (failures > 0) throw new Error(`${kind.name} at ${origin}: ${failures} of ${responses} requests failed`)
  const after = sample()
  const cost = (part: keyof typeof before) => ((after[part] - before[part]) / responses) * 1e6
  return {
    rate: requestsPerSecond,
    instances: cost('instances'),
    nginx: cost('nginx'),
    postgres: cost('postgres'),
    pgbouncer: cost('pgbouncer'),
  }
}

type Cell = { kind: Kind; way: Way; withPgbouncer: boolean; result: Measured; first: Measured }

function addRow({ kind, way, withPgbouncer, result, first }: Cell): void {
  const micros = (value: number) => (value < 0.5 ? '-' : String(Math.round(value)))
  // One core of the database is busy at this rate, however many instances there are.
  const limit = result.postgres < 1 ? '-' : String(Math.round(1e6 / result.postgres))
  const cells = [
    ...[kind.name, way.name, withPgbouncer ? 'PgBouncer' : 'direct'],
    ...[String(Math.round(result.rate)), (result.rate / first.rate).toFixed(2)],
    ...[micros(result.instances), micros(result.nginx), micros(result.pgbouncer), micros(result.postgres), limit],
  ]
  const line = `| ${cells.join(' | ')} |`
  console.log(line)
  rows.push(line)
}

function writeTable(): void {
  const others = process.env.BENCH_NOTE ? ` ${process.env.BENCH_NOTE}` : ''
  const head = [
    '# Several instances',
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}. Instances of one process each, nginx with TLS, PgBouncer in transaction mode, PostgreSQL without fsync and the load generator share these cores. So requests per second do not grow with the instances here, and only their ratio to the first row of the same request, measured in the same run, means something. Processor time for a request says what each part costs wherever it runs: each further instance adds its own, until the database's cores are busy. Median of ${ROUNDS} bursts of ${BURST} s with ${CONNECTIONS} connections.${others}`,
    '| request | instances | PostgreSQL | requests/s | ratio | instance, µs | nginx, µs | PgBouncer, µs | PostgreSQL, µs | requests/s for one database core |\n|---|---|---|---|---|---|---|---|---|---|',
  ]
  const table = rows.toSorted((a, b) => kindOf(a) - kindOf(b)).join('\n')
  writeFileSync('bench/instances.md', `${head.join('\n\n')}\n${table}\n`)
}

function kindOf(row: string): number {
  return kinds.findIndex(({ name }) => row.startsWith(`| ${name} |`))
}
