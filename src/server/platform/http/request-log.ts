import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { Pressure } from './pressure.ts'

export type RequestLog = (request: IncomingMessage, response: ServerResponse, pathname: string) => void

/**
 * Gives a request its id, counts it, and with LOG_LEVEL=debug writes a line about it once it is answered: what was
 * asked and how it went, without parameters and without a word about who asked.
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
      // Ended by the reader before there was an answer; 499 as nginx has it.
      const status = response.headersSent ? response.statusCode : 499
      metrics.answered(classOf(pathname, method), method, status, ms / 1000)
      log.debug({ requestId, method, path: pathname.slice(0, 200), status, ms: Math.round(ms * 10) / 10 }, 'answered')
    })
  }
}

/**
 * A proxy may have given one; anything else than a plain word is no id. The application, which reads the headers as they
 * came over the wire, finds the same.
 */
function idOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && /^[\w-]{8,64}$/.test(given)) return given
  const made = randomUUID()
  if (given !== undefined) {
    const others = request.rawHeaders.filter((_, i, all) => all[i - (i % 2)]!.toLowerCase() !== 'x-request-id')
    request.rawHeaders.splice(0, request.rawHeaders.length, ...others)
  }
  request.rawHeaders.push('X-Request-Id', made)
  request.headers['x-request-id'] = made
  return made
}

const classes: [RegExp, string][] = [
  [/^\/api\/search$/, 'search'],
  [/^\/api\/analytics\/click$/, 'click'],
  [/^\/api(?:\/|$)/, 'api'],
  [/^\/media\//, 'media'],
  [/^\/share\//, 'share-image'],
  [/^\/(?:feed\.|sitemap\.|robots\.)/, 'feed'],
  [/^\/(?:healthz|readyz|metrics)$/, 'health'],
  [/^\/(?:admin|login|setup|preview)(?:\/|$)/, 'owner-page'],
  [/^\/search$/, 'search'],
]

function classOf(pathname: string, method: string): string {
  const found = classes.find(([path]) => path.test(pathname))?.[1]
  return found ?? (method === 'GET' || method === 'HEAD' ? 'page' : 'form')
}
