/**
 * `npm run test:slow`: thousands of connections that send nothing, send drop by drop or take nothing, while a reader goes
 * on reading: p99 under 250 ms, and all of them are cut in the end. `-- --connections 3000 --seconds 30`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startWorld } from '../faults/site.ts'
import { percentile } from './percentile.ts'

/** In milliseconds. */
const P99_MAX = 250
/** Whoever says nothing at all is cut after 60 s, whoever begins after 15 s. */
const CUT_WITHIN = 75_000

const { values } = parseArgs({
  options: { connections: { type: 'string', default: '3000' }, seconds: { type: 'string', default: '30' } },
})
const wanted = Number(values.connections)
const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-slow-'))
const world = await startWorld({ dataDir, databaseUrl: undefined })
const port = Number(new URL(world.origin).port)
const sockets = new Set<Socket>()
/** The first kinds never send whole headers. */
const HALF_OPEN = 3
const halfOpen = new Set<Socket>()
let isFailed = false

const kinds: ((socket: Socket) => void)[] = [
  () => {},
  (socket) => void socket.write('GET / HTTP/1.1\r\nHost: a\r\n'),
  (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    const dripping = setInterval(() => socket.write('X-A: b\r\n'), 3000)
    socket.once('close', () => clearInterval(dripping))
  },
  (socket) =>
    void socket.write(
      'POST /api/contacts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ),
  (socket) => {
    socket.pause()
    socket.write('GET /blog HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50))
  },
]

try {
  await fetch(`${world.origin}/blog`)
  const before = await read(5)
  for (let i = 0; i < wanted; i++) {
    const kind = i % kinds.length
    const socket = connect(port, '127.0.0.1', () => kinds[kind]!(socket))
    // Its end is only heard by who listens.
    if (kind < kinds.length - 1) socket.resume()
    if (kind < HALF_OPEN) halfOpen.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      halfOpen.delete(socket)
    })
    sockets.add(socket)
    if (i % 100 === 99) await sleep(20)
  }
  const during = await read(Number(values.seconds))
  const open = sockets.size
  const begun = performance.now()
  while (halfOpen.size > 0 && performance.now() - begun < CUT_WITHIN) await sleep(500)
  report('a reader alone', before)
  report(`a reader beside ${wanted} slow connections`, during)
  console.log(`${open} of them were open at the end; ${halfOpen.size} of those without whole headers are left`)
  if (during.p99 > P99_MAX || during.failures > 0 || halfOpen.size > 0) isFailed = true
} finally {
  for (const socket of sockets) socket.destroy()
  await world.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(isFailed ? 'FAILED' : 'ok')
process.exitCode = isFailed ? 1 : 0

/** Pages from memory, pages that are made anew and the API, 40 a second. */
async function read(seconds: number) {
  const times: number[] = []
  let failures = 0
  const addresses = ['/', '/blog', '/search?q=cream', '/api/posts?limit=3', '/api/posts/how-to-wash-your-face']
  const ends = performance.now() + seconds * 1000
  for (let i = 0; performance.now() < ends; i++) {
    const begun = performance.now()
    const forwarded = { 'x-forwarded-for': `198.18.0.${i % 250}` }
    const answer = await fetch(world.origin + addresses[i % addresses.length], { headers: forwarded }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => undefined)
    if (!answer || answer.status >= 500) failures += 1
    times.push(performance.now() - begun)
    await sleep(25)
  }
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
    failures,
    count: times.length,
  }
}

function report(what: string, { p50, p99, max, failures, count }: Awaited<ReturnType<typeof read>>): void {
  const [half, most, longest] = [p50, p99, max].map((ms) => ms.toFixed(1))
  console.log(`${what}: p50 ${half} ms, p99 ${most} ms, longest ${longest} ms, ${failures} of ${count} failed`)
}
