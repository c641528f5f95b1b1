/**
 * `npm run bench:reports`: latency of the reports of a year on the large seed (5 million clicks) with 50 million page views and
 * `BENCH_SALES` sales (50,000), sequentially and interleaved with `/healthz`, and the processor time of the site for each.
 */
import '../scripts/build-if-changed.ts'
import { signIn, startSite, untilImagesAreMade, untilJobIsDone } from './processes.ts'
import { processorTime } from './processor-time.ts'
import { reportsSeed } from './reports-seed.ts'

const ROUNDS = 20
const VIEWS = Number(process.env.BENCH_VIEWS ?? 50_000_000)
const SALES = Number(process.env.BENCH_SALES ?? 50_000)
/** In milliseconds. */
const BOUND = 200

const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const range = (days: number) => `startDate=${day(days)}&endDate=${day(0)}`
const questions: Record<string, string> = {
  'earnings of a year': `/api/earnings?${range(364)}&currency=USD`,
  'earnings of a year by click date': `/api/earnings?${range(364)}&currency=USD&basis=clicked`,
  'earnings of the last year until a week ago': `/api/earnings?startDate=${day(371)}&endDate=${day(7)}&currency=USD`,
  'earnings of 30 days': `/api/earnings?${range(30)}&currency=USD`,
  'analytics of a year': `/api/analytics/summary?${range(364)}`,
  'sales of a year, first page': `/api/earnings/sales?${range(364)}&currency=USD&limit=25`,
  'sales of a year, page 500': `/api/earnings/sales?${range(364)}&currency=USD&limit=25&page=500`,
  'what to do next': '/api/earnings/advice',
  'unattributed sales': '/api/earnings/unattributed',
}

const site = await startSite({}, await reportsSeed({ views: VIEWS, sales: SALES }))
try {
  const cookie = await signIn(site)
  await untilImagesAreMade(site, cookie)
  // Makes the sums of months.
  await untilJobIsDone(site, cookie, 'earnings')
  const time = async (address: string) => {
    const started = performance.now()
    const response = await fetch(site.origin + address, { headers: { cookie } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    return performance.now() - started
  }
  const trivial: number[] = []
  const times = new Map<string, number[]>()
  const processor = new Map<string, number>()
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, address] of Object.entries(questions)) {
      const health = await time('/healthz')
      const before = processorTime(site.pid)
      const own = await time(address)
      const used = processorTime(site.pid) - before
      if (round === 0) continue
      trivial.push(health)
      times.set(name, [...(times.get(name) ?? []), own])
      processor.set(name, (processor.get(name) ?? 0) + used)
    }
  const at = (values: number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!
  const health = at(trivial, 0.5)
  console.log(`${VIEWS} views, ${SALES} sales. /healthz: p50 ${health.toFixed(2)} ms. ${ROUNDS} rounds.\n`)
  console.log('| report | p50, ms | p95, ms | p50 ÷ /healthz | processor, ms |\n|---|---|---|---|---|')
  for (const [name, own] of times) {
    const [p50, p95] = [at(own, 0.5), at(own, 0.95)]
    console.log(
      `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)}${p95 > BOUND ? ' (!)' : ''} | ${(p50 / health).toFixed(0)} | ${((processor.get(name)! / ROUNDS) * 1000).toFixed(0)} |`,
    )
  }
} finally {
  await site.stop()
}
