/**
 * `npm run bench:rest [-- --against <folder>]`: what a started site does while no one uses it. Samples all processes and
 * threads for `BENCH_SECONDS` (60): processor time, wakes a second and memory, in as many processes as the site takes by
 * itself and in one, next to a bare `node:http` process and, with `--against`, the built site of another checkout. Then it
 * sends a mixed load and prints the memory after it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import '../scripts/build-if-changed.ts'
import type { JobStatus } from '../src/contract/platform/jobs.ts'
import { readMachine, sizeFor } from '../src/server/platform/machine.ts'
import { startBaselineServer } from '../test/load/baseline-server.ts'
import { memoryOf, treeOf } from '../test/processes.ts'
import { printMemoryAfterLoad } from './memory-after-load.ts'
import { type Running, signIn, startSite } from './processes.ts'
import { sampleThreads, type ThreadSample, threadsBetween } from './thread-samples.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
/** After the last job V8 still collects garbage and compiles. */
const QUIET_MS = 20_000
const bounds = { core: 0.5, wakes: 20, memory: 240 }
const place = process.argv.indexOf('--against')
const against = place < 0 ? undefined : process.argv[place + 1]
const count = process.env.WEB_CONCURRENCY ?? String(sizeFor(readMachine()).workers)

type Target = { name: string; pid: number; origin?: string; stop(): Promise<void> }
type Process = { pid: number; threads: ThreadSample[]; rss: number; pss: number }

const targets: Target[] = []
try {
  // The older one first: its demo is copied for all, and only a newer version can migrate it.
  if (against) for (const workers of workerCounts()) targets.push(await openSite(workers, against))
  for (const workers of workerCounts()) targets.push(await openSite(workers))
  targets.push(await openBaseline())
  await sleep(QUIET_MS)
  const before = targets.map(({ pid }) => sampleThreads(treeOf(pid)))
  await sleep(SECONDS * 1000)
  const measured = targets.map(({ pid, name }, i) => ({ name, processes: processesOf(pid, before[i]!) }))
  print(measured)
  await printMemoryAfterLoad(targets.flatMap(({ origin, ...site }) => (origin ? { ...site, origin } : [])))
} finally {
  await Promise.all(targets.map(({ stop }) => stop()))
}

function workerCounts(): string[] {
  return count === '1' ? ['1'] : [count, '1']
}

async function openSite(workers: string, checkout?: string): Promise<Target> {
  const site = await startSite({ WEB_CONCURRENCY: workers, TRUST_PROXY: '1' }, undefined, checkout)
  await untilJobsWait(site, await signIn(site))
  const name = `${checkout ? 'before' : 'site'}, ${workers === '1' ? 'one process' : `${workers} processes`}`
  return { name, pid: site.pid, origin: site.origin, stop: site.stop }
}

/** A node:http server without a request. */
async function openBaseline(): Promise<Target> {
  const { pid, stop } = await startBaselineServer()
  return { name: 'bare node:http', pid, stop }
}

/** Jobs that are due at a start are done soon after it. */
async function untilJobsWait({ origin }: Running, cookie: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/api/jobs`, { headers: { cookie } })
    const jobs = (await response.json()) as JobStatus[]
    if (jobs.every(({ state }) => state === 'waiting')) return
    await sleep(500)
  }
}

function processesOf(pid: number, before: Map<number, ThreadSample>): Process[] {
  return treeOf(pid).map((each) => ({
    pid: each,
    threads: threadsBetween(before, sampleThreads([each])),
    ...memoryOf(each),
  }))
}

function print(measured: { name: string; processes: Process[] }[]): void {
  console.log(`\nAt rest, over ${SECONDS} s:\n`)
  console.log('| what | % of a core | wakes a second | RSS, MB | PSS, MB |\n|---|---|---|---|---|')
  for (const { name, processes } of measured) {
    console.log(row(name, processes))
    if (processes.length > 1)
      for (const [i, each] of processes.entries()) console.log(row(i === 0 ? 'its primary' : `its worker ${i}`, [each]))
  }
  console.log(`| bound | ${bounds.core} | ${bounds.wakes} | | ${bounds.memory} |`)
  console.log('\n| what | thread | % of a core | wakes a second |\n|---|---|---|---|')
  for (const { name, processes } of measured)
    for (const [i, { threads }] of processes.entries())
      for (const thread of threads.filter((each) => each.wakes > 0))
        console.log(`| ${name}: ${i} | ${thread.name} | ${core([thread])} | ${wakes([thread])} |`)
}

function row(name: string, processes: Process[]): string {
  const threads = processes.flatMap((each) => each.threads)
  const sum = (of: (each: Process) => number) => Math.round(processes.reduce((total, each) => total + of(each), 0))
  return `| ${name} | ${core(threads)} | ${wakes(threads)} | ${sum(({ rss }) => rss)} | ${sum(({ pss }) => pss)} |`
}

function core(threads: ThreadSample[]): string {
  return ((100 * threads.reduce((sum, { seconds }) => sum + seconds, 0)) / SECONDS).toFixed(2)
}

function wakes(threads: ThreadSample[]): string {
  return (threads.reduce((sum, each) => sum + each.wakes, 0) / SECONDS).toFixed(1)
}
