import type { Socket } from 'node:net'
import { connect } from 'node:tls'
import { startAnswer } from '../../bench/socket-load.ts'

/** Milliseconds between two batches of requests. */
const TICK = 4
/** Milliseconds that a response may take before it counts as missing. */
const RESPONSE_TIMEOUT_MS = 15_000

type FailedRead = { path: string; status: number; after: number }
export type Reads = { responses: number; failures: FailedRead[]; p99: number; longest: number }
export type Readers = { soFar(): Reads; stop(): Promise<Reads> }

export type ReadersOptions = {
  origin: string
  paths: readonly string[]
  /** Requests per second. */
  rate: number
  connections?: number
  /** Which statuses do not count as failures. Default: below 400. */
  isGood?: (status: number) => boolean
}

/**
 * GET requests over raw TLS connections at a constant rate, or at the rate that so many connections allow on this machine. A
 * request whose connection is closed before the whole response has arrived has failed, with status 0.
 */
export function startReaders(options: ReadersOptions): Readers {
  const { origin, paths, rate, connections = 64, isGood = (status) => status < 400 } = options
  const { port, host } = new URL(origin)
  const free: ((path: string, due: number) => void)[] = []
  const sockets = new Set<Socket>()
  const times: number[] = []
  const failures: FailedRead[] = []
  const started = performance.now()
  let sent = 0
  let ended = 0
  /** Each request is of another reader, since searches have a rate limit. */
  let readers = 0
  let isOver = false

  const record = (path: string, status: number, due: number) => {
    ended += 1
    times.push(performance.now() - due)
    if (status === 0 || !isGood(status)) failures.push({ path, status, after: Math.round(performance.now() - started) })
  }

  function open(): void {
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      servername: 'localhost',
      rejectUnauthorized: false,
    })
    socket.setNoDelay(true)
    sockets.add(socket)
    let current: { path: string; due: number } | undefined
    let answer = startAnswer()
    const send = (path: string, due: number) => {
      current = { path, due }
      answer = startAnswer()
      const reader = `198.${20 + ((readers >> 16) & 63)}.${(readers >> 8) & 255}.${readers & 255}`
      readers += 1
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: gzip, br\r\nx-forwarded-for: ${reader}\r\n\r\n`,
      )
    }
    const becomeFree = () => void free.push(send)
    socket.on('secureConnect', becomeFree)
    socket.on('data', (chunk: Buffer) => {
      if (!current) return
      answer.take(chunk)
      const status = answer.wholeStatus()
      if (!status) return
      record(current.path, status, current.due)
      current = undefined
      if (answer.closes()) socket.destroy()
      else becomeFree()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      const place = free.indexOf(send)
      if (place >= 0) free.splice(place, 1)
      if (current) record(current.path, 0, current.due)
      current = undefined
      if (!isOver) setTimeout(open, TICK)
    })
  }

  for (let i = 0; i < connections; i++) open()
  let due = started
  const timer = setInterval(() => {
    for (const now = performance.now(); due < now; due += 1000 / rate) {
      const send = free.shift()
      if (!send) continue
      send(paths[sent % paths.length]!, due)
      sent += 1
    }
  }, TICK)

  const soFar = (): Reads => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
    return { responses: ended, failures: [...failures], p99: at(0.99), longest: at(1) }
  }
  return {
    soFar,
    async stop() {
      clearInterval(timer)
      const last = performance.now() + RESPONSE_TIMEOUT_MS
      while (ended < sent && performance.now() < last) await new Promise((resolve) => setTimeout(resolve, TICK))
      for (let missing = sent - ended; missing > 0; missing--)
        record('(no response)', 0, performance.now() - RESPONSE_TIMEOUT_MS)
      isOver = true
      for (const socket of sockets) socket.destroy()
      return soFar()
    },
  }
}
