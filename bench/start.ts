/**
 * `npm run bench:start`: processor time and time of a warm start of the built site until the first page; see README.md. With
 * `-- --against <folder>` also of the built site in another checkout. BENCH_ROUNDS starts of each, in turns.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverFlags, serverVariables } from '../bin/replace-process.js'
import '../scripts/build-if-changed.ts'
import { median } from './interleaved.ts'
import { copyOfDemo, freePort } from './processes.ts'
import { processorTime } from './processor-time.ts'

type Kind = { name: string; command: string[]; workers?: string; checkout?: string }
/** In seconds of processor time of all its processes, and in milliseconds. */
type Start = { first: number; settled: number; wall: number }

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const bare = `require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')`
const server = [...serverFlags, 'dist/server/main.js']
const kinds: Kind[] = [
  { name: 'bare node:http', command: [process.execPath, '-e', bare] },
  { name: 'one process', command: [process.execPath, ...server], workers: '1' },
  { name: 'processes by default', command: [process.execPath, ...server] },
  { name: '`npm start`, one process', command: ['npm', 'start'], workers: '1' },
]
const at = process.argv.indexOf('--against')
if (at > 0) {
  const checkout = path.resolve(process.argv[at + 1]!)
  for (const kind of kinds.slice(1, 3)) kinds.push({ ...kind, name: `${kind.name}, ${checkout}`, checkout })
}

const dataDir = await copyOfDemo()
const starts = new Map(kinds.map((kind): [Kind, Start[]] => [kind, []]))
try {
  for (let round = 0; round <= rounds; round++)
    for (const [kind, list] of starts) {
      const start = await measureStart(kind)
      // The first round fills the caches of the system.
      if (round > 0) list.push(start)
    }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
printTable()

async function measureStart({ command, workers, checkout = '.' }: Kind): Promise<Start> {
  const port = await freePort()
  const { WEB_CONCURRENCY: _, ...inherited } = process.env
  const began = performance.now()
  const child = spawn(command[0]!, command.slice(1), {
    cwd: checkout,
    env: {
      ...inherited,
      ...serverVariables,
      ...(workers ? { WEB_CONCURRENCY: workers } : {}),
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilFirstPage(`http://127.0.0.1:${port}/`, child)
  const wall = performance.now() - began
  const first = processorTime(child.pid!)
  const settled = await settledTime(child.pid!)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return { first, settled, wall }
}

async function untilFirstPage(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(10)
  }
  throw new Error('The site did not start.')
}

/** Processor time when the processes have come to rest, so that work that is only put off is seen. */
async function settledTime(pid: number): Promise<number> {
  for (let before = processorTime(pid); ; ) {
    await sleep(1000)
    const now = processorTime(pid)
    if (now - before <= 0.03) return now
    before = now
  }
}

function printTable(): void {
  const medianOf = (kind: Kind, value: (start: Start) => number) => median(starts.get(kind)!.map(value))
  const node = medianOf(kinds[0]!, ({ first }) => first)
  console.log(
    `Medians of ${rounds} starts on the same data. Bounds: 1 s of processor time to the first 200; \`npm start\` adds`,
  )
  console.log('at most 0.3 s. Time is under 1 s only where no other work runs.\n')
  console.log('| what | processor s to the first 200 | times bare Node | until at rest | ms to the first 200 |')
  console.log('|---|---|---|---|---|')
  for (const kind of kinds) {
    const first = medianOf(kind, (start) => start.first)
    const settled = medianOf(kind, (start) => start.settled)
    const wall = medianOf(kind, (start) => start.wall)
    const figures = [first.toFixed(2), (first / node).toFixed(1), settled.toFixed(2), wall.toFixed(0)]
    console.log(`| ${kind.name} | ${figures.join(' | ')} |`)
  }
  const direct = medianOf(kinds[1]!, ({ first }) => first)
  const added = medianOf(kinds[3]!, ({ first }) => first) - direct
  console.log(`\n\`npm start\` adds ${added.toFixed(2)} s.`)
}
