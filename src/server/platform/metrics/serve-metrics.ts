import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import type { Config } from '../config.ts'

export type MetricsAccess = Pick<Config, 'metricsToken' | 'needsMetricsToken'>

/**
 * Handles `GET /metrics` with the aggregated metrics of all processes, for clients with the token, and for those on loopback
 * unless it is needed.
 */
export function serveMetrics(
  measureAll: () => Promise<MetricObject[][]>,
  { metricsToken, needsMetricsToken }: MetricsAccess,
) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hasToken(request, metricsToken) && (needsMetricsToken || !isLocal(request))) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      const others = needsMetricsToken ? '' : 'this machine, or for '
      response.end(`The measurements are for ${others}whoever has METRICS_TOKEN\n`)
      return
    }
    const registry = AggregatorRegistry.aggregate(await measureAll())
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

function hasToken(request: IncomingMessage, token: string | undefined): boolean {
  const actual = Buffer.from(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(token ?? '')
  return expected.length > 0 && actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Excludes requests through a proxy on this machine, which has forwarding headers or another `Host`. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in headers,
  )
  return isLoopback && !isForwarded && /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')
}
