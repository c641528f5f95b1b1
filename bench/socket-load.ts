import { connect, type Socket } from 'node:net'
import { forwardedFor, type Load, type LoadResult } from './load-options.ts'

/** In milliseconds. */
const TICK = 1
/** What is under way at the end gets so long to be answered, in milliseconds. */
const LAST_WAIT = 3000
/** Before what counts: connections are opened and this process compiles what it runs often. In milliseconds. */
const WARM_UP = 500

/**
 * Asks over bare sockets, so that the load costs the machine little and what is measured is the server. With a rate the
 * requests come at an even pace, and a request's time counts from the moment at which it was due, also where it had to
 * wait for a free connection; without one each connection asks again as soon as it is answered. What was due in the first
 * half second is asked, and not counted.
 */
export function sendLoad({ url, headers = {}, connections, duration, rate, isFromMany }: Load): Promise<LoadResult> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const fixed = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const begun = performance.now()
  const counted = begun + WARM_UP
  const end = counted + duration * 1000
  const times: number[] = []
  const free: ((due: number) => void)[] = []
  const waiting: number[] = []
  const sockets = new Set<Socket>()
  let failures = 0
  let begunCount = 0
  let answered = 0
  let isOver = false

  function open(): void {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    let due = 0
    let answer = startAnswer()
    const send = (at: number) => {
      due = at
      const own = isFromMany ? `x-forwarded-for: ${forwardedFor(begunCount)}\r\n` : ''
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${fixed}${own}\r\n`)
    }
    const beFree = () => {
      if (rate === undefined) {
        const now = performance.now()
        if (now >= end) return
        begunCount += 1
        send(now)
        return
      }
      const next = waiting.shift()
      if (next === undefined) free.push(send)
      else send(next)
    }
    socket.on('connect', beFree)
    socket.on('data', (chunk) => {
      answer.take(chunk)
      const status = answer.wholeStatus()
      if (!status) return
      answer = startAnswer()
      answered += 1
      if (due >= counted) times.push(performance.now() - due)
      if (status >= 400) failures += 1
      beFree()
    })
    sockets.add(socket)
    // A closed connection is opened again; a request that was on it stays unanswered and is counted as failed at the end.
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
    // An even pace looks at the clock all the time: a timer would hold back what is due for a millisecond and more, and
    // then send it at once. As fast as can be, it leaves the core to the site.
    const later = rate === undefined ? (next: () => void) => setTimeout(next, TICK) : setImmediate
    const turn = () => {
      const now = performance.now()
      if (rate !== undefined) {
        for (; begunCount < ((Math.min(now, end) - begun) / 1000) * rate; begunCount++) {
          const due = begun + (begunCount / rate) * 1000
          const send = free.shift()
          if (send) send(due)
          else waiting.push(due)
        }
      }
      const isAnswered = answered === begunCount
      if (now < end || (!isAnswered && now < end + LAST_WAIT)) return void later(turn)
      isOver = true
      for (const socket of sockets) socket.destroy()
      times.sort((a, b) => a - b)
      const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10
      resolve({
        requestsPerSecond: times.length / duration,
        p50: at(0.5),
        p99: at(0.99),
        failures: failures + begunCount - answered,
        answered,
      })
    }
    turn()
  })
}

/** Counts the bytes of an answer's body without keeping them, so that large ones cost no more than small ones. */
function startAnswer(): { take(chunk: Buffer): void; wholeStatus(): number | undefined } {
  let head: Buffer | undefined
  let status: number | undefined
  /** Bytes of the body still to come; undefined for a body in chunks, which its end tells. */
  let left: number | undefined
  let end = ''

  function readHead(chunk: Buffer): void {
    head = head ? Buffer.concat([head, chunk]) : chunk
    const length = head.indexOf('\r\n\r\n')
    if (length < 0) return
    const text = head.toString('latin1', 0, length)
    status = Number(text.slice(9, 12))
    const stated = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
    left = status === 304 || status === 204 ? 0 : stated === undefined ? undefined : Number(stated)
    takeBody(head.subarray(length + 4))
  }

  function takeBody(chunk: Buffer): void {
    if (left === undefined) end = (end + chunk.toString('latin1', Math.max(0, chunk.length - 5))).slice(-5)
    else left -= chunk.length
  }

  return {
    take: (chunk) => (status === undefined ? readHead(chunk) : takeBody(chunk)),
    wholeStatus: () => (left === 0 || (left === undefined && end === '0\r\n\r\n') ? status : undefined),
  }
}
