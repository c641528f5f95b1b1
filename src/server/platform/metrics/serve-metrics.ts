import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AggregatorRegistry, type MetricObject } from 'prom-client'

/** Answers `GET /metrics`, the sums of all processes, to whoever has the token, and to this machine itself; others learn nothing. */
export function serveMetrics(measureAll: () => Promise<MetricObject[][]>, token: string | undefined) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hasToken(request, token) && !isFromHere(request)) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      response.end('The measurements are for this machine, or for whoever has METRICS_TOKEN\n')
      return
    }
    const registry = AggregatorRegistry.aggregate(await measureAll())
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

function hasToken(request: IncomingMessage, token: string | undefined): boolean {
  const given = Buffer.from(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const right = Buffer.from(token ?? '')
  return right.length > 0 && given.length === right.length && timingSafeEqual(given, right)
}

/** A proxy on this machine calls from here for anybody: it says so, or passes on the name that it was called by. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  const isPassedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in headers,
  )
  return isLoopback && !isPassedOn && /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')
}
