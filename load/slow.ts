/**
 * `npm run test:slow`: thousands of connections that send nothing, send drop by drop or take nothing, while a reader goes
 * on reading: p99 under 250 ms, and all of them are cut in a known time. What a bare node:http server takes in the same
 * breath stands beside it, to tell the machine's share. `-- --connections 3000 --seconds 30`.
 */
import { mkdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeScratchFolder } from '../faults/scratch-folder.ts'
import { startWorld } from '../faults/site.ts'
import { startBareServer } from './bare-server.ts'
import { farPortsAt } from './open-connections.ts'
import { percentile } from './percentile.ts'

/** In milliseconds. */
const P99_MAX = 250
/** In milliseconds: 15 s for the headers, 5 s until they are looked at, and as much again for a machine out of breath. */
const HEADERS_WITHIN = 40_000
/** In milliseconds: 150 s for a whole request, 5 s until they are looked at, and as much again as there. */
const ALL_WITHIN = 175_000

const { values } = parseArgs({
  options: { connections: { type: 'string', default: '3000' }, seconds: { type: 'string', default: '30' } },
})
const wanted = Number(values.connections)
const dataDir = path.join(makeScratchFolder(), 'data')
mkdirSync(dataDir)
const world = await startWorld({ dataDir, databaseUrl: undefined })
const bare = await startBareServer()
const port = Number(new URL(world.origin).port)
const sockets = new Set<Socket>()
/** The first kinds never send whole headers. */
const HALF_OPEN = 3
const halfOpen = new Set<Socket>()
/** By the number of their own port, which they forget when they are closed. */
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
  await fetch(`${world.origin}/blog`)
  const before = await read(5)
  for (let i = 0; i < wanted; i++) {
    const kind = i % kinds.length
    const socket = connect(port, '127.0.0.1', () => {
      ports.set(socket, socket.localPort!)
      kinds[kind]!(socket)
    })
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
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0)
  const open = held(sockets)
  report('a reader alone', before)
  report(`a reader beside ${wanted} slow connections`, during)
  await untilNone(halfOpen, HEADERS_WITHIN)
  console.log(`${open} of them were open then; ${held(halfOpen)} of those without whole headers ${seconds()} s later`)
  if (held(halfOpen) > 0) isFailed = true
  await untilNone(sockets, ALL_WITHIN)
  console.log(`${held(sockets)} of any kind were open ${seconds()} s later`)
  // The site's queue overflowed: they were never taken, and nobody will ever tell them.
  console.log(`${halfOpen.size} of those without whole headers still believe to be connected`)
  const isSlow = during.site.p99 > P99_MAX
  if (held(sockets) > 0 || halfOpen.size > 0 || isSlow || during.failures > 0) isFailed = true
} finally {
  for (const socket of sockets) socket.destroy()
  await bare.stop()
  await world.stop()
}
console.log(isFailed ? 'FAILED' : 'ok')
process.exitCode = isFailed ? 1 : 0

/** How many of these the site holds open; where the machine does not say, how many have not heard of their end. */
function held(some: Set<Socket>): number {
  const there = farPortsAt(port)
  if (!there) return [...some].filter((socket) => !socket.isPaused()).length
  return [...ports].filter(([socket, own]) => some.has(socket) && there.has(own)).length
}

async function untilNone(some: Set<Socket>, milliseconds: number): Promise<void> {
  const begun = performance.now()
  while (held(some) > 0 && performance.now() - begun < milliseconds) await sleep(500)
}

/** Pages from memory, pages that are made anew and the API, 40 a second, and beside every fourth the bare server. */
async function read(seconds: number) {
  const times = { site: [] as number[], bare: [] as number[] }
  let failures = 0
  let slowest = { took: 0, address: '' }
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
    const took = performance.now() - begun
    times.site.push(took)
    if (took > slowest.took) slowest = { took, address: addresses[i % addresses.length]! }
    await sleep(25)
    if (i % 4 > 0) continue
    const again = performance.now()
    await (await fetch(bare.origin)).arrayBuffer()
    times.bare.push(performance.now() - again)
  }
  return { site: summary(times.site), bare: summary(times.bare), failures, slowest, count: times.site.length }
}

function summary(times: number[]) {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: Math.max(...times) }
}

function report(what: string, { site, bare, failures, slowest, count }: Awaited<ReturnType<typeof read>>): void {
  for (const [who, { p50, p99, max }] of Object.entries({ site, 'a bare server': bare }))
    console.log(`${what}, ${who}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`)
  console.log(`${failures} of ${count} failed; the longest was ${slowest.address}`)
}
