/**
 * `npm run soak`: half an hour of readers, searches, clicks, messages and an editing owner. Expects no error and flat memory
 * after the first five minutes, or the first sixth of a shorter run. `-- --minutes 30`.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLedger } from '../faults/ledger.ts'
import { makeScratchFolder } from '../faults/scratch-folder.ts'
import { startSiteUnderTest } from '../faults/site.ts'
import { createWriters } from '../faults/writers.ts'
import { percentile } from './percentile.ts'

/** Allowed growth since the fifth minute (or the first sixth of a shorter run). */
const GROWTH_MAX = 1.25

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const dataDir = path.join(makeScratchFolder(), 'data')
mkdirSync(dataDir)
const site = await startSiteUnderTest({ dataDir, databaseUrl: undefined })
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
/** Memory of all processes in megabytes, sampled every minute. */
const memory: number[] = []
let isEnding = false
let asked = 0

try {
  const ledger = createLedger()
  const writing = (await createWriters(site, ledger)).write()
  const readers = Array.from({ length: 8 }, read)
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(60_000)
    memory.push(await residentMegabytes())
    console.log(
      `minute ${minute} of ${minutes}: ${memory.at(-1)!.toFixed(0)} MB, ${asked} pages, ${ledger.counts().acknowledged} writes, ${failures.length} failures, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
    times.length = 0
  }
  isEnding = true
  await Promise.all([...readers, writing.stop()])
  if (ledger.unacknowledged().length > 0) failures.push(`${ledger.unacknowledged().length} writes without an answer`)
} finally {
  await site.stop()
}
const settled = memory[Math.min(4, Math.floor(minutes / 6))]!
const growth = memory.at(-1)! / settled
console.log(
  `${failures.length} failures; memory at the end is ${growth.toFixed(2)} of what it was when it had settled, ${GROWTH_MAX} at most`,
)
for (const failure of failures.slice(0, 10)) console.log(failure)
const isGood = failures.length === 0 && growth <= GROWTH_MAX
console.log(isGood ? 'ok' : 'FAILED')
process.exitCode = isGood ? 0 : 1

async function read(): Promise<void> {
  while (!isEnding) {
    const address = addresses[asked++ % addresses.length]!
    const started = performance.now()
    try {
      const headers = { 'x-forwarded-for': `198.19.${(asked >> 8) & 255}.${asked & 255}` }
      const answer = await fetch(site.origin + address, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) failures.push(`${address}: ${answer.status}`)
    } catch (error) {
      failures.push(`${address}: ${error}`)
    }
    times.push(performance.now() - started)
    await sleep(20)
  }
}

async function residentMegabytes(): Promise<number> {
  const text = await (await fetch(`${site.origin}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1024 / 1024
}
