import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RenderedPage } from './renderer.ts'

export type PageCache = {
  /** Answers from the cache alone; false when the page is not in it. */
  send(key: string, request: IncomingMessage, response: ServerResponse): boolean
  /** Renders (once, however many ask), keeps what may be kept, and answers. */
  fill(
    key: string,
    render: () => Promise<RenderedPage>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>
}

type Encoding = 'br' | 'gzip' | 'identity'
type Body = { bytes: Buffer; headers: OutgoingHttpHeaders }
type Entry = {
  status: number
  etag: string
  notModified: OutgoingHttpHeaders
  bodies: Record<Encoding, Body>
  freshUntil: number
}

export type PageCacheOptions = {
  /** Headers of every page. */
  headers: OutgoingHttpHeaders
  /** Most pages kept; the longest unused is dropped first. */
  maxPages: number
  /** When a page made now stops being true by itself (the next scheduled post), in milliseconds since 1970. */
  freshUntil(): Promise<number>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Rendered pages as buffers that are ready to send, in front of the application. */
export function createPageCache({ headers, maxPages, freshUntil }: PageCacheOptions): PageCache {
  const entries = new Map<string, Entry>()
  const filling = new Map<string, Promise<Entry>>()

  async function make(key: string, render: () => Promise<RenderedPage>): Promise<Entry> {
    // Asked before rendering: a post that falls due meanwhile must not be missed.
    const until = await freshUntil()
    const page = await render()
    const entry = await toEntry(page, headers, until)
    if (page.cacheable && maxPages > 0) {
      if (entries.size >= maxPages) entries.delete(entries.keys().next().value!)
      entries.set(key, entry)
    }
    return entry
  }

  return {
    send(key, request, response) {
      const entry = entries.get(key)
      if (!entry) return false
      entries.delete(key)
      if (entry.freshUntil <= Date.now()) return false
      // Put back at the end: the map stays in the order of last use.
      entries.set(key, entry)
      sendEntry(entry, request, response)
      return true
    },
    async fill(key, render, request, response) {
      let entry = filling.get(key)
      if (!entry) {
        entry = make(key, render).finally(() => filling.delete(key))
        filling.set(key, entry)
      }
      sendEntry(await entry, request, response)
    },
  }
}

async function toEntry(page: RenderedPage, headers: OutgoingHttpHeaders, freshUntil: number): Promise<Entry> {
  const identity = Buffer.from(page.html)
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const etag = `W/"${hash}"`
  const shared = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    // A shared cache may keep a page but must ask whether it is still the newest.
    'cache-control': page.cacheable ? 'public, max-age=0, must-revalidate' : 'private, no-store',
    vary: 'accept-encoding',
    ...(page.cacheable ? { etag } : {}),
  }
  const body = (bytes: Buffer, encoding?: Encoding): Body => ({
    bytes,
    headers: { ...shared, 'content-length': bytes.length, ...(encoding ? { 'content-encoding': encoding } : {}) },
  })
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    compressGzip(identity, { level: 6 }),
  ])
  return {
    status: page.status,
    etag: page.cacheable ? etag : '',
    notModified: shared,
    bodies: { br: body(br, 'br'), gzip: body(gz, 'gzip'), identity: body(identity) },
    freshUntil,
  }
}

function sendEntry(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  if (entry.etag && entry.status === 200 && matches(request.headers['if-none-match'], entry.etag)) {
    response.writeHead(304, entry.notModified).end()
    return
  }
  const { bytes, headers } = entry.bodies[encodingOf(request.headers['accept-encoding'])]
  response.writeHead(entry.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes)
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header.includes(etag.slice(2)) || header.trim() === '*')
}

/** The best coding that the client takes. `;q=0` refuses one (RFC 9110, 12.5.3). */
function encodingOf(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  for (const encoding of ['br', 'gzip'] as const) {
    const found = new RegExp(`(?:^|[\\s,])${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`).exec(text)
    if (found && Number(found[1] ?? 1) > 0) return encoding
  }
  return 'identity'
}
