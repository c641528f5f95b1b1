/**
 * `npm run soak`: half an hour of readers, searches, clicks, messages and an owner who edits. No error, and memory that is
 * flat after the first five minutes, or the first half of a shorter run. A reader who is turned away for a moment, since
 * the machine is at its limits, is counted by himself: one in a hundred at most. `-- --minutes 30`.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBooks } from '../faults/books.ts'
import { makeScratchFolder } from '../faults/scratch-folder.ts'
import { startWorld } from '../faults/site.ts'
import { createWriters } from '../faults/writers.ts'
import { percentile } from './percentile.ts'

/** How much more than the most of the first part counts as flat still. */
const GROWTH_MAX = 1.25
/** In milliseconds. */
const MINUTE = 60_000
const LOOK_EVERY = 5000
/** Between two writes of each kind: 20 a second in all, more than any site of one writer takes. */
const WRITE_EVERY = 200

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const dataDir = path.join(makeScratchFolder(), 'data')
mkdirSync(dataDir)
const world = await startWorld({ dataDir, databaseUrl: undefined })
const addresses = [
  ...[
    '/',
    '/blog',
    '/blog?page=2',
    '/shop',
    '/about',
    '/contact',
    '/blog/how-to-wash-your-face',
    '/feed.xml',
    '/sitemap.xml',
  ],
  ...[
    '/search?q=cream',
    '/search?q=sunscren',
    '/api/posts',
    '/api/products?limit=8',
    '/api/search?q=barrier',
    '/admin',
  ],
]
const failures: string[] = []
const times: number[] = []
/** In megabytes, of all processes together, every `LOOK_EVERY`. */
const memory: number[] = []
let isEnding = false
let asked = 0
let turnedAway = 0

try {
  const books = createBooks()
  const writing = (await createWriters(world, books)).write({ pause: WRITE_EVERY })
  const readers = Array.from({ length: 8 }, read)
  for (let minute = 1; minute <= minutes; minute++) {
    for (let i = 0; i < MINUTE / LOOK_EVERY; i++) {
      await sleep(LOOK_EVERY)
      memory.push(await residentMegabytes())
    }
    console.log(
      `minute ${minute} of ${minutes}: ${memory.at(-1)!.toFixed(0)} MB, ${asked} pages, ${books.counts().acknowledged} writes, ${turnedAway} turned away, ${failures.length} failures, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
    times.length = 0
  }
  isEnding = true
  await Promise.all([...readers, writing.stop()])
  if (books.unanswered().length > 0) failures.push(`${books.unanswered().length} writes without an answer`)
} finally {
  await world.stop()
}
const perMinute = MINUTE / LOOK_EVERY
const settled = percentile(memory.slice(0, Math.min(5, minutes / 2) * perMinute), 0.9)
// Of the last part the middle: garbage comes and goes.
const last = percentile(memory.slice(-Math.max(1, minutes / 6) * perMinute), 0.5)
const growth = last / settled
console.log(
  `${turnedAway} of ${asked} turned away, ${failures.length} failures; memory was ${settled.toFixed(0)} MB when it had settled and ${last.toFixed(0)} MB at the end: ${growth.toFixed(2)} of it, ${GROWTH_MAX} at most`,
)
for (const failure of failures.slice(0, 10)) console.log(failure)
const isGood = failures.length === 0 && turnedAway <= asked / 100 && growth <= GROWTH_MAX
console.log(isGood ? 'ok' : 'FAILED')
process.exitCode = isGood ? 0 : 1

async function read(): Promise<void> {
  while (!isEnding) {
    const address = addresses[asked++ % addresses.length]!
    const begun = performance.now()
    try {
      const headers = { 'x-forwarded-for': `198.19.${(asked >> 8) & 255}.${asked & 255}` }
      const answer = await fetch(world.origin + address, { headers })
      await answer.arrayBuffer()
      const isShed = answer.status === 503 && answer.headers.has('retry-after')
      if (isShed) turnedAway += 1
      else if (answer.status !== 200) failures.push(`${address}: ${answer.status}`)
    } catch (error) {
      failures.push(`${address}: ${error}`)
    }
    times.push(performance.now() - begun)
    await sleep(20)
  }
}

async function residentMegabytes(): Promise<number> {
  const text = await (await fetch(`${world.origin}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1024 / 1024
}
