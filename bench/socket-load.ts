import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { forwardedFor, type Load, type LoadResult } from './load-options.ts'

/** In milliseconds. */
const TICK = 1
/** How long pending requests may take at the end, in milliseconds. */
const LAST_WAIT = 3000
/** Warm-up in milliseconds: connections are opened and hot code is compiled. */
const WARM_UP = 500

/**
 * Sends requests over raw sockets, so that the load generator uses little CPU. With a rate, requests are sent at constant
 * intervals, and latency counts from the moment a request was due, even if it waited for a free connection (no
 * coordinated omission). Without a rate, each connection sends the next request after a response. Requests of the warm-up
 * are not counted.
 */
export function sendLoad({
  url,
  headers = {},
  connections,
  duration,
  rate,
  isFromMany,
  body,
}: Load): Promise<LoadResult> {
  const { protocol, hostname, port, pathname, search, host } = new URL(url)
  const fixed = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const started = performance.now()
  const counted = started + WARM_UP
  const end = counted + duration * 1000
  const times: number[] = []
  const free: ((due: number) => void)[] = []
  const waiting: number[] = []
  const sockets = new Set<Socket>()
  let failures = 0
  // Another beginning each time, because the limits of writes are for a client network and last longer than a load.
  const firstNumber = Math.floor(Math.random() * 2 ** 24)
  let startedCount = 0
  let responses = 0
  let isOver = false

  /** The rest of a request after its headers. */
  function content(number: number): string {
    if (!body) return '\r\n'
    const text = body.replaceAll('{n}', String(number))
    return `content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  }

  function open(): void {
    const isTls = protocol === 'https:'
    const socket = isTls
      ? connectTls({ port: Number(port), host: hostname, servername: hostname, rejectUnauthorized: false })
      : connect(Number(port), hostname)
    socket.setNoDelay(true)
    let due = 0
    let answer = startAnswer()
    const send = (at: number) => {
      due = at
      const own = isFromMany ? `x-forwarded-for: ${forwardedFor(firstNumber + startedCount)}\r\n` : ''
      const address = (pathname + search).replace('{n}', String(firstNumber + startedCount))
      socket.write(
        `${body ? 'POST' : 'GET'} ${address} HTTP/1.1\r\n${fixed}${own}${content(firstNumber + startedCount)}`,
      )
    }
    const beFree = () => {
      if (rate === undefined) {
        const now = performance.now()
        if (now >= end) return
        startedCount += 1
        send(now)
        return
      }
      const next = waiting.shift()
      if (next === undefined) free.push(send)
      else send(next)
    }
    socket.on(isTls ? 'secureConnect' : 'connect', beFree)
    socket.on('data', (chunk) => {
      answer.take(chunk)
      const status = answer.wholeStatus()
      if (!status) return
      answer = startAnswer()
      responses += 1
      if (due >= counted) times.push(performance.now() - due)
      if (status >= 400) failures += 1
      beFree()
    })
    sockets.add(socket)
    // Reconnects. The request of a closed connection counts as failed.
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      const place = free.indexOf(send)
      if (place >= 0) free.splice(place, 1)
      if (!isOver) setTimeout(open, TICK)
    })
  }

  return new Promise<LoadResult>((resolve) => {
    for (let i = 0; i < connections; i++) open()
    // A timer is late by up to a millisecond, so the clock is polled before a request is due. Until then, and without a rate,
    // the core is left to the site.
    const later = (next: () => void) => {
      const left = rate === undefined ? TICK : started + (startedCount / rate) * 1000 - performance.now() - 2 * TICK
      if (left < TICK && performance.now() < end) setImmediate(next)
      else setTimeout(next, Math.max(left, TICK))
    }
    const turn = () => {
      const now = performance.now()
      if (rate !== undefined) {
        for (; startedCount < ((Math.min(now, end) - started) / 1000) * rate; startedCount++) {
          const due = started + (startedCount / rate) * 1000
          const send = free.shift()
          if (send) send(due)
          else waiting.push(due)
        }
      }
      const isComplete = responses === startedCount
      if (now < end || (!isComplete && now < end + LAST_WAIT)) return void later(turn)
      isOver = true
      for (const socket of sockets) socket.destroy()
      times.sort((a, b) => a - b)
      const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10
      resolve({
        requestsPerSecond: times.length / duration,
        p50: at(0.5),
        p99: at(0.99),
        failures: failures + startedCount - responses,
        responses,
        ...(rate !== undefined && { times }),
      })
    }
    turn()
  })
}

/** Counts the bytes of a response body without storing them, so that large ones cost no more than small ones. */
export function startAnswer() {
  let head: Buffer | undefined
  let status: number | undefined
  /** Remaining bytes of the body; undefined for a chunked body. */
  let left: number | undefined
  let end = ''
  let closes = false

  function readHead(chunk: Buffer): void {
    head = head ? Buffer.concat([head, chunk]) : chunk
    const length = head.indexOf('\r\n\r\n')
    if (length < 0) return
    const text = head.toString('latin1', 0, length)
    status = Number(text.slice(9, 12))
    closes = /\r\nconnection: close/i.test(text)
    const stated = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
    left = status === 304 || status === 204 ? 0 : stated === undefined ? undefined : Number(stated)
    takeBody(head.subarray(length + 4))
  }

  function takeBody(chunk: Buffer): void {
    if (left === undefined) end = (end + chunk.toString('latin1', Math.max(0, chunk.length - 5))).slice(-5)
    else left -= chunk.length
  }

  return {
    take: (chunk: Buffer) => (status === undefined ? readHead(chunk) : takeBody(chunk)),
    wholeStatus: (): number | undefined =>
      left === 0 || (left === undefined && end === '0\r\n\r\n') ? status : undefined,
    /** The server closes the connection after this response. */
    closes: () => closes,
  }
}
