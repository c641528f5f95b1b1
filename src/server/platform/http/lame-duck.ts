import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two checks. Short times are counted in checks: data that waits is read between two of them. */
export const CHECK_EVERY = 20
/** Checks without a request after which no more are expected. */
const QUIET_CHECKS = 12
/** Milliseconds after which a load balancer that checks each second has noticed, on a busy machine too. */
const NOTICED = 1250
/** Milliseconds for which new connections are served at most. */
const LONGEST = 2500

/**
 * Waits until a load balancer has stopped sending requests, because a connection in the accept queue is reset when the
 * listening socket closes: immediately after a quiet moment if none arrive, otherwise not before its next health check, and
 * 2.5 s at most. Health checks and connections without a request, such as TCP checks, do not count.
 */
export async function untilQuiet(server: Server, isOver: () => boolean): Promise<void> {
  /** New connections without a request so far, with the check before which they arrived. */
  const waiting = new Map<Socket, number>()
  let check = 0
  let lastRequest: number | undefined
  const onConnection = (socket: Socket) => {
    waiting.set(socket, check)
    socket.once('close', () => waiting.delete(socket))
  }
  const onRequest = (request: IncomingMessage) => {
    waiting.delete(request.socket)
    if (!isHealthCheck(request)) lastRequest = check
  }
  server.on('connection', onConnection).on('request', onRequest)
  const begun = performance.now()
  const isQuiet = () => {
    const elapsed = performance.now() - begun
    if (elapsed >= LONGEST) return true
    if (lastRequest !== undefined && elapsed < NOTICED) return false
    return check - Math.max(lastRequest ?? 0, ...waiting.values()) >= QUIET_CHECKS
  }
  for (; !isOver() && !isQuiet(); check++) await sleep(CHECK_EVERY)
  server.off('connection', onConnection).off('request', onRequest)
}

/** The requests of load balancers, which tell them whether to send others. */
export function isHealthCheck({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/(?:healthz|readyz)(?:\?|$)/.test(url)
}

export function failHealthCheck(response: ServerResponse): void {
  const body = JSON.stringify({ status: 'the server is stopping' })
  response.writeHead(503, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(body)
}
