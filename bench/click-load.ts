/**
 * Sends clicks from a separate process, over raw sockets to use little CPU: sequentially on each connection, each from
 * one of many IP addresses. Prints one JSON line, even if the site is killed meanwhile.
 */
import { connect, type Socket } from 'node:net'

export type ClickLoad = {
  port: number
  connections: number
  /** In seconds. */
  duration: number
  /** Total clicks per second. */
  rate: number
  /** Prefix of each link id; connection and number follow. */
  prefix: string
  productIds: number[]
  postIds: number[]
}

/** The number of 202 responses per connection, which arrive in order; latencies in milliseconds. */
export type ClickLoadResult = {
  acknowledged: number[]
  sent: number
  others: number
  seconds: number
  p50: number
  p99: number
}

/** Enough IP addresses to stay below the site's limit of 2 requests per second for each. */
const ADDRESSES = 9000
/** In milliseconds. */
const TICK = 5

const load = JSON.parse(process.argv[2]!) as ClickLoad
const acknowledged: number[] = Array(load.connections).fill(0)
const latencies: number[] = []
let sent = 0
let others = 0
let open = load.connections
let isOver = false
const idle: (() => void)[] = []
const started = performance.now()

for (let i = 0; i < load.connections; i++) begin(i)
const ticking = setInterval(() => {
  const elapsed = performance.now() - started
  if (elapsed > load.duration * 1000) return finish()
  const due = Math.floor((elapsed / 1000) * load.rate) - sent
  for (let i = 0; i < due && idle.length > 0; i++) idle.shift()!()
}, TICK)

function begin(connection: number): void {
  const socket: Socket = connect(load.port, '127.0.0.1')
  socket.setNoDelay(true)
  let number = 0
  let sentAt = 0
  let text = ''
  const next = () => {
    number += 1
    sent += 1
    sentAt = performance.now()
    socket.write(report(connection, number))
  }
  socket.on('connect', () => idle.push(next))
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    // Each response fits in a packet and ends with its JSON.
    if (!text.endsWith('}')) return
    latencies.push(performance.now() - sentAt)
    if (text.startsWith('HTTP/1.1 202 ')) acknowledged[connection]! += 1
    else others += 1
    text = ''
    idle.push(next)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    open -= 1
    if (open === 0) finish()
  })
}

/** Pending requests get this long to complete. */
function finish(): void {
  if (isOver) return
  isOver = true
  clearInterval(ticking)
  const seconds = (performance.now() - started) / 1000
  setTimeout(
    () => {
      latencies.sort((a, b) => a - b)
      const at = (part: number) => Math.round((latencies[Math.floor(latencies.length * part)] ?? 0) * 10) / 10
      const result: ClickLoadResult = { acknowledged, sent, others, seconds, p50: at(0.5), p99: at(0.99) }
      process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit())
    },
    open === 0 ? 0 : 2000,
  )
}

function report(connection: number, number: number): string {
  const address = sent % ADDRESSES
  const body = JSON.stringify({
    linkId: `${load.prefix}-${connection}-${number}`,
    productId: load.productIds[sent % load.productIds.length],
    postId: sent % 3 === 0 ? load.postIds[sent % load.postIds.length] : null,
  })
  return `POST /api/analytics/click HTTP/1.1\r\nhost: 127.0.0.1:${load.port}\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\nsec-fetch-site: same-origin\r\nx-forwarded-for: 10.1.${address >> 8}.${address & 255}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
