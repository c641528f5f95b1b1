/**
 * `npm run soak`: half an hour of readers, searches, clicks, messages, uploads and an editing owner. Expects no error, a
 * response to each write within 15 seconds, no write that is committed without a response, not even by the stop at the end
 * under load, and flat memory after the first five minutes, or the first sixth of a shorter run.
 * `-- --minutes 60`; `-- --rate 0.2` for a fifth of the requests.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../../src/server/platform/db/connect.ts'
import { createLedger } from '../faults/ledger.ts'
import { makeScratchFolder } from '../faults/scratch-folder.ts'
import { startSiteUnderTest } from '../faults/site.ts'
import { createWriters } from '../faults/writers.ts'
import { makePhoto, upload } from '../photos.ts'
import { createMemorySamples } from './memory-samples.ts'
import { percentile } from './percentile.ts'

/** Allowed growth since the fifth minute (or the first sixth of a shorter run). */
const GROWTH_MAX = 1.25
const WRITE_TIMEOUT_MS = 15_000
const READERS = 8
/** In milliseconds. */
const UPLOAD_EVERY = 20_000

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '1' } },
})
const minutes = Number(values.minutes)
const rate = Number(values.rate)
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
let isEnding = false
let asked = 0

const ledger = createLedger()
const writers = await createWriters(site, ledger, { timeout: WRITE_TIMEOUT_MS })
const memory = createMemorySamples(site.pid())
try {
  const writing = writers.write({ pause: 20 / rate })
  const readers = [...Array.from({ length: READERS }, read), uploadPhotos()]
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(60_000)
    console.log(
      `minute ${minute} of ${minutes}: ${memory.take(minute)}; ${asked} pages, ${ledger.counts().acknowledged} writes, ${failures.length} failures, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
    times.length = 0
  }
  isEnding = true
  await Promise.all([...readers, writing.stop()])
  const late = ledger.unacknowledged().length
  if (late > 0) failures.push(`${late} writes without a response in time`)
  const lastWrites = writers.write({ pause: 20 / rate })
  await sleep(1000)
  // Writes go on until the end, so that some arrive while the socket closes.
  await site.stop()
  await lastWrites.stop()
  await checkWrites()
} finally {
  await site.stop()
}
const trends = memory.trends(Math.min(5, Math.ceil(minutes / 6)))
for (const [i, { growth, perHour }] of trends.entries())
  console.log(
    `${i === 0 ? 'primary process' : `worker ${i}`}: memory at the end is ${growth.toFixed(2)} of what it was when it had settled, ${GROWTH_MAX} at most; ${perHour.toFixed(1)} MB per hour`,
  )
if (memory.replaced() > 0) failures.push(`${memory.replaced()} workers were replaced`)
console.log(`${failures.length} failures`)
for (const failure of failures.slice(0, 10)) console.log(failure)
const isGood = failures.length === 0 && trends.every(({ growth }) => growth <= GROWTH_MAX)
console.log(isGood ? 'ok' : 'FAILED')
process.exitCode = isGood ? 0 : 1

/** Requests that came when the site had stopped get no response; they must not be committed. */
async function checkWrites(): Promise<void> {
  const open = ledger.unacknowledged()
  const db = connect({ dataDir, databaseUrl: undefined })
  try {
    const used = await db.selectFrom('idempotency_keys').select('key').execute()
    const committed = new Set(used.map(({ key }) => key))
    const unanswered = open.filter(({ key }) => committed.has(key))
    if (unanswered.length > 0) failures.push(`${unanswered.length} committed writes without a response`)
  } finally {
    await db.destroy()
  }
}

async function uploadPhotos(): Promise<void> {
  while (!isEnding) {
    const status = await upload(site.origin, writers.cookie, await makePhoto())
    if (status !== 201) failures.push(`an upload: ${status}`)
    const ends = performance.now() + UPLOAD_EVERY / rate
    while (!isEnding && performance.now() < ends) await sleep(200)
  }
}

async function read(): Promise<void> {
  while (!isEnding) {
    const address = addresses[asked++ % addresses.length]!
    const started = performance.now()
    try {
      const headers = { 'x-forwarded-for': `198.19.${(asked >> 8) & 255}.${asked & 255}` }
      const answer = await fetch(site.origin + address, { headers, signal: AbortSignal.timeout(WRITE_TIMEOUT_MS) })
      await answer.arrayBuffer()
      if (answer.status !== 200) failures.push(`${address}: ${answer.status}`)
    } catch (error) {
      failures.push(`${address}: ${error}`)
    }
    times.push(performance.now() - started)
    await sleep(20 / rate)
  }
}
