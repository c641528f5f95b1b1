import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { loggedPath } from './logged-path.ts'
import { policyOf } from './path-policy.ts'
import type { Pressure } from './pressure.ts'

export type RequestLog = (request: IncomingMessage, response: ServerResponse, pathname: string) => void

/**
 * Sets the request id, counts the request, and at LOG_LEVEL=debug logs it when its response has ended: method, path and
 * status, without query parameters and without anything about the client.
 */
export function createRequestLog({
  metrics,
  pressure,
  log,
}: {
  metrics: Metrics
  pressure: Pressure
  log: Logger
}): RequestLog {
  return (request, response, pathname) => {
    const startedAt = performance.now()
    const requestId = idOf(request)
    response.setHeader('x-request-id', requestId)
    pressure.enter()
    response.once('close', () => {
      pressure.leave()
      const ms = performance.now() - startedAt
      const { method = 'GET' } = request
      // The client closed the connection before a response; 499 as in nginx.
      const status = response.headersSent ? response.statusCode : 499
      metrics.responded(labelOf(pathname, method), method, status, ms / 1000)
      log.debug({ requestId, method, path: loggedPath(pathname), status, ms: Math.round(ms * 10) / 10 }, 'answered')
    })
  }
}

/**
 * The id that a proxy has set, or a new one where it is missing or not a plain token. The application reads raw headers,
 * so the new id is written there too.
 */
function idOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && /^[\w-]{8,64}$/.test(given)) return given
  const made = randomUUID()
  if (given !== undefined) {
    const others = request.rawHeaders.filter((_, i, all) => all[i - (i % 2)]?.toLowerCase() !== 'x-request-id')
    request.rawHeaders.splice(0, request.rawHeaders.length, ...others)
  }
  request.rawHeaders.push('X-Request-Id', made)
  request.headers['x-request-id'] = made
  return made
}

function labelOf(pathname: string, method: string): string {
  const { label } = policyOf(pathname)
  return label !== 'page' || method === 'GET' || method === 'HEAD' ? label : 'form'
}
