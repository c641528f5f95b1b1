import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf, treeOf } from '../test/processes.ts'
import { sendMixedLoad } from './mixed-load.ts'

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 12_000)
/** Requests per second at most. */
const RATE = 200
const QUIET_MS = 30_000
/** Megabytes (1024 × 1024 bytes) of all processes, shared pages counted once. */
const BOUND = 400

type Site = { name: string; pid: number; origin: string }

const gauges = {
  'heap, MB': 'nodejs_heap_size_total_bytes',
  'used, MB': 'nodejs_heap_size_used_bytes',
  'external, MB': 'nodejs_external_memory_bytes',
  'page cache, MB': 'dewlight_page_cache_bytes',
}

/** Sends the same load to one site after the other and prints what their processes hold when it is quiet again. */
export async function printMemoryAfterLoad(sites: readonly Site[]): Promise<void> {
  const counts: string[] = []
  for (const { name, origin } of sites) {
    const started = performance.now()
    const sent = await sendMixedLoad({ origin, requests: REQUESTS, rate: RATE })
    const seconds = Math.round((performance.now() - started) / 1000)
    counts.push(
      `${name}, in ${seconds} s: ${Object.entries(sent)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}`,
    )
  }
  await sleep(QUIET_MS)
  console.log(`\nAfter a mixed load of ${REQUESTS} requests and ${QUIET_MS / 1000} s of quiet:\n`)
  console.log(`| what | RSS, MB | PSS, MB | ${Object.keys(gauges).join(' | ')} |\n|---|---|---|${'---|'.repeat(4)}`)
  for (const { name, pid, origin } of sites) {
    const processes = treeOf(pid).map(memoryOf)
    // Summed over the processes that serve requests.
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    const cells = Object.values(gauges).map((gauge) => megabytes(metrics, gauge))
    console.log(`| ${name} | ${memoryCells(processes)} | ${cells.join(' | ')} |`)
    if (processes.length > 1)
      for (const [i, each] of processes.entries())
        console.log(`| its ${i === 0 ? 'primary' : `worker ${i}`} | ${memoryCells([each])} | | | | |`)
  }
  console.log(`| bound | | ${BOUND} | | | | |\n\n${counts.join('\n')}`)
}

function memoryCells(processes: readonly { rss: number; pss: number }[]): string {
  const sum = (of: (each: { rss: number; pss: number }) => number) =>
    Math.round(processes.reduce((total, each) => total + of(each), 0))
  return `${sum(({ rss }) => rss)} | ${sum(({ pss }) => pss)}`
}

function megabytes(metrics: string, gauge: string): string {
  const bytes = new RegExp(`^${gauge} ([\\d.e+]+)$`, 'm').exec(metrics)?.[1]
  return (Number(bytes) / 2 ** 20).toFixed(1)
}
