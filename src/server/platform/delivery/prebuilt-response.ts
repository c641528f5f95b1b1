import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** A response that is ready to send: body and headers for each encoding. */
export type PrebuiltResponse = {
  status: number
  /** Empty for a response that cannot be revalidated. */
  etag: string
  notModified: OutgoingHttpHeaders
  /** Smallest first, the uncompressed one last. */
  bodies: (Body & { encoding: Encoding })[]
  /** Bytes in memory, all encodings together. */
  size: number
}

/** Bytes that a cached response takes besides its bodies: objects, headers, its place in the cache. */
export const RESPONSE_OVERHEAD = 4096

type Body = { bytes: Buffer; headers: OutgoingHttpHeaders }

export function prebuildResponse(
  status: number,
  bytes: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: OutgoingHttpHeaders,
  etag: string,
): PrebuiltResponse {
  const isEncoded = Object.keys(bytes).length > 1
  const shared = { ...headers, ...(isEncoded ? { vary: 'accept-encoding' } : {}), ...(etag ? { etag } : {}) }
  const prebuilt: PrebuiltResponse = { status, etag, notModified: shared, bodies: [], size: 0 }
  for (const [encoding, content] of Object.entries(bytes)) if (content) addBody(prebuilt, encoding as Encoding, content)
  return prebuilt
}

/** Adds the body in another encoding. */
export function addBody(prebuilt: PrebuiltResponse, encoding: Encoding, content: Buffer): void {
  const bytes = withoutSlack(content)
  const headers = {
    ...prebuilt.notModified,
    'content-length': bytes.length,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
  // Sorted by size; the uncompressed body, which every client accepts, comes last.
  prebuilt.bodies = [...prebuilt.bodies, { encoding, bytes, headers }].sort((a, b) => rank(a) - rank(b))
  prebuilt.size += bytes.length
}

/** The same response with other headers. */
export function withHeaders(prebuilt: PrebuiltResponse, headers: OutgoingHttpHeaders): PrebuiltResponse {
  return {
    ...prebuilt,
    notModified: { ...prebuilt.notModified, ...headers },
    bodies: prebuilt.bodies.map((body) => ({ ...body, headers: { ...body.headers, ...headers } })),
  }
}

/** Copies a view of a larger buffer, such as Node's pool or a chunk of zlib, which would stay in memory as a whole. */
function withoutSlack(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function rank(body: { encoding: Encoding; bytes: Buffer }): number {
  return body.encoding === 'identity' ? Number.POSITIVE_INFINITY : body.bytes.length
}

/** Sends the smallest body that the client accepts, or 304 if the client has the same response. */
export function sendPrebuilt(prebuilt: PrebuiltResponse, request: IncomingMessage, response: ServerResponse): void {
  if (prebuilt.status === 200 && isKnown(prebuilt, request)) {
    response.writeHead(304, prebuilt.notModified).end()
    return
  }
  const { bytes, headers } = bodyFor(prebuilt, request)
  response.writeHead(prebuilt.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes)
}

/** By its ETag, or by its date from a client that knows no ETag (RFC 9110, 13.2.2). */
function isKnown({ etag, notModified }: PrebuiltResponse, { headers }: IncomingMessage): boolean {
  if (headers['if-none-match'] !== undefined) return etag !== '' && matches(headers['if-none-match'], etag)
  return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(String(notModified['last-modified']))
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string, etag: string): boolean {
  return (
    header.trim() === '*' ||
    header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
  )
}

/** The smallest body that the client accepts. */
function bodyFor(prebuilt: PrebuiltResponse, request: IncomingMessage): Body {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  for (const body of prebuilt.bodies) if (accepted.has(body.encoding)) return body
  return identityOf(prebuilt)
}

/** The uncompressed body, which every response has. */
export function identityOf({ bodies }: PrebuiltResponse): Body {
  const identity = bodies.at(-1)
  if (!identity) throw new Error('The response has no body')
  return identity
}

const allEncodings: Encoding[] = ['zstd', 'br', 'gzip', 'identity']

/** Browsers send a handful of different values; the LRU bound protects against arbitrary ones. */
const known = new LRUCache<string, ReadonlySet<Encoding>>({ max: 64 })

/** Parses `accept-encoding`; cached by header value. */
export function acceptedEncodings(header = ''): ReadonlySet<Encoding> {
  let accepted = known.get(header)
  if (!accepted) {
    accepted = new Set(allEncodings.filter((encoding) => accepts(header, encoding)))
    known.set(header, accepted)
  }
  return accepted
}

const encodings = {
  zstd: /(?:^|[\s,])zstd\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/,
  br: /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/,
  gzip: /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/,
}

/** `;q=0` excludes an encoding (RFC 9110, 12.5.3). */
function accepts(header: string, encoding: Encoding): boolean {
  if (encoding === 'identity') return true
  const found = encodings[encoding].exec(header)
  return found !== null && Number(found[1] ?? 1) > 0
}
