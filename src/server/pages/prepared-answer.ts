import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer that is ready to send: its bytes in each coding, with ready header objects. */
export type PreparedAnswer = {
  status: number
  /** Empty for an answer that is not to be asked about again. */
  etag: string
  notModified: OutgoingHttpHeaders
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
}

type Body = { bytes: Buffer; headers: OutgoingHttpHeaders }

export function prepareAnswer(
  status: number,
  bytes: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: OutgoingHttpHeaders,
  etag: string,
): PreparedAnswer {
  const shared = { ...headers, vary: 'accept-encoding', ...(etag ? { etag } : {}) }
  const body = (encoding: Encoding, content: Buffer): Body => ({
    bytes: content,
    headers: {
      ...shared,
      'content-length': content.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  })
  return {
    status,
    etag,
    notModified: shared,
    bodies: {
      identity: body('identity', bytes.identity),
      ...(bytes.br ? { br: body('br', bytes.br) } : {}),
      ...(bytes.gzip ? { gzip: body('gzip', bytes.gzip) } : {}),
    },
  }
}

/** Sends an answer in the best coding that the client takes, or 304 where it has it already. */
export function sendPrepared(answer: PreparedAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (answer.etag && answer.status === 200 && matches(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, answer.notModified).end()
    return
  }
  const { bytes, headers } = bodyFor(answer, String(request.headers['accept-encoding'] ?? ''))
  response.writeHead(answer.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes)
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return (
    header.trim() === '*' ||
    header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
  )
}

function bodyFor({ bodies }: PreparedAnswer, accepted: string): Body {
  if (bodies.br && takes(accepted, takesBrotli)) return bodies.br
  if (bodies.gzip && takes(accepted, takesGzip)) return bodies.gzip
  return bodies.identity
}

const takesBrotli = /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/
const takesGzip = /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/

/** `;q=0` refuses a coding (RFC 9110, 12.5.3). */
function takes(accepted: string, coding: RegExp): boolean {
  const found = coding.exec(accepted)
  return found !== null && Number(found[1] ?? 1) > 0
}
