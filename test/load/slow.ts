/**
 * `npm run test:slow`: thousands of connections that send nothing, send slowly or read nothing, while a reader loads
 * pages: p99 under 250 ms, and all slow connections are closed in time. Also prints the latency of a baseline server, to
 * show the machine's share. `-- --connections 3000 --seconds 30`.
 */
import { mkdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeScratchFolder } from '../faults/scratch-folder.ts'
import { startSiteUnderTest } from '../faults/site.ts'
import { startBaselineServer } from './baseline-server.ts'
import { farPortsAt } from './open-connections.ts'
import { percentile } from './percentile.ts'

/** In milliseconds. */
const P99_MAX = 250
/** In milliseconds: 15 s for the headers, 5 s check interval, and as much again for a busy machine. */
const HEADERS_WITHIN = 40_000
/** In milliseconds: 150 s for a whole request, 5 s check interval, and the same margin. */
const ALL_WITHIN = 175_000

const { values } = parseArgs({
  options: { connections: { type: 'string', default: '3000' }, seconds: { type: 'string', default: '30' } },
})
const wanted = Number(values.connections)
const dataDir = path.join(makeScratchFolder(), 'data')
mkdirSync(dataDir)
const site = await startSiteUnderTest({ dataDir, databaseUrl: undefined })
const baseline = await startBaselineServer()
const port = Number(new URL(site.origin).port)
const sockets = new Set<Socket>()
/** The first kinds never complete their headers. */
const HALF_OPEN = 3
const halfOpen = new Set<Socket>()
/** By local port, which a socket loses when it closes. */
const ports = new Map<Socket, number>()
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
  await fetch(`${site.origin}/blog`)
  const before = await read(5)
  for (let i = 0; i < wanted; i++) {
    const kind = i % kinds.length
    const socket = connect(port, '127.0.0.1', () => {
      ports.set(socket, socket.localPort!)
      kinds[kind]!(socket)
    })
    // `close` is only emitted while data is consumed.
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
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
  const open = held(sockets)
  report('a reader alone', before)
  report(`a reader with ${wanted} slow connections`, during)
  await untilNone(halfOpen, HEADERS_WITHIN)
  console.log(`${open} of them were open then; ${held(halfOpen)} of those without whole headers ${seconds()} s later`)
  if (held(halfOpen) > 0) isFailed = true
  await untilNone(sockets, ALL_WITHIN)
  console.log(`${held(sockets)} of any kind were open ${seconds()} s later`)
  // The backlog overflowed: they were never accepted and will never be closed.
  console.log(`${halfOpen.size} of those without whole headers still believe to be connected`)
  const isSlow = during.site.p99 > P99_MAX
  if (held(sockets) > 0 || halfOpen.size > 0 || isSlow || during.failures > 0) isFailed = true
} finally {
  for (const socket of sockets) socket.destroy()
  await baseline.stop()
  await site.stop()
}
console.log(isFailed ? 'FAILED' : 'ok')
process.exitCode = isFailed ? 1 : 0

/** How many of these the site holds open; on other platforms than Linux, how many have not seen a close. */
function held(some: Set<Socket>): number {
  const there = farPortsAt(port)
  if (!there) return [...some].filter((socket) => !socket.isPaused()).length
  return [...ports].filter(([socket, own]) => some.has(socket) && there.has(own)).length
}

async function untilNone(some: Set<Socket>, milliseconds: number): Promise<void> {
  const started = performance.now()
  while (held(some) > 0 && performance.now() - started < milliseconds) await sleep(500)
}

/** Requests cached pages, rendered pages and the API, 40 per second, and the baseline server at every fourth. */
async function read(seconds: number) {
  const times = { site: [] as number[], baseline: [] as number[] }
  let failures = 0
  let slowest = { took: 0, address: '' }
  const addresses = ['/', '/blog', '/search?q=cream', '/api/posts?limit=3', '/api/posts/how-to-wash-your-face']
  const ends = performance.now() + seconds * 1000
  for (let i = 0; performance.now() < ends; i++) {
    const started = performance.now()
    const forwarded = { 'x-forwarded-for': `198.18.0.${i % 250}` }
    const answer = await fetch(site.origin + addresses[i % addresses.length], { headers: forwarded }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => undefined)
    if (!answer || answer.status >= 500) failures += 1
    const took = performance.now() - started
    times.site.push(took)
    if (took > slowest.took) slowest = { took, address: addresses[i % addresses.length]! }
    await sleep(25)
    if (i % 4 > 0) continue
    const again = performance.now()
    await (await fetch(baseline.origin)).arrayBuffer()
    times.baseline.push(performance.now() - again)
  }
  return { site: summary(times.site), baseline: summary(times.baseline), failures, slowest, count: times.site.length }
}

function summary(times: number[]) {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: Math.max(...times) }
}

function report(what: string, { site, baseline, failures, slowest, count }: Awaited<ReturnType<typeof read>>): void {
  for (const [who, { p50, p99, max }] of Object.entries({ site, 'baseline server': baseline }))
    console.log(`${what}, ${who}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`)
  console.log(`${failures} of ${count} failed; the longest was ${slowest.address}`)
}
