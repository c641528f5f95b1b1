import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import {
  acceptedEncodings,
  addBody,
  type Encoding,
  type PrebuiltResponse,
  prebuildResponse,
  sendPrebuilt,
} from './prebuilt-response.ts'
import type { RenderedPage } from './renderer.ts'

export type PageCache = {
  /** Answers from the cache alone; false when the page is not in it, or not in the coding that its reader gets. */
  send(key: string, request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Renders and compresses what is not there yet, keeps what may be kept, and answers. A page that all visitors share is
   * rendered once, however many ask, and compressed once in each coding that any of them gets.
   */
  fill(page: Fill, request: IncomingMessage, response: ServerResponse): Promise<void>
  /**
   * Forgets the pages that were made of `what`, those that are being rendered included; without it, all. Nothing that
   * was rendered from what stood before is sent to whoever asks from now on.
   */
  purge(tag?: string): void
  /** What is kept now. */
  size(): { pages: number; bytes: number }
}

type Fill = {
  key: string
  /** Whether all visitors share the page; if not, each request renders its own. */
  isShared: boolean
  render: () => Promise<RenderedPage>
}

export type PageCacheOptions = {
  /** Headers of every page. */
  headers: OutgoingHttpHeaders
  /** Most bytes kept, all codings together; the longest unused page is dropped first. 0 keeps none. */
  maxBytes: number
  /** When a page made now stops being true by itself (the next scheduled post), in milliseconds since 1970. */
  freshUntil(): Promise<number>
}

/** True from `madeAt` until `freshUntil`: a clock that is set back may find a page that shows what is not yet public. */
type Entry = PrebuiltResponse & {
  identity: Buffer
  madeAt: number
  freshUntil: number
  tags: readonly string[]
  /** How the page is compressed, and where that has begun. */
  levels: Levels
  encoding: Map<CompressedEncoding, Promise<void>>
}

/** Rendered pages as buffers that are ready to send, in front of the application. */
export function createPageCache({ headers, maxBytes, freshUntil }: PageCacheOptions): PageCache {
  // It wants at least one byte, into which no page fits, and a weight for each entry, also for a redirect without a body.
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ size }) => Math.max(1, size),
  })
  const inFlight = new Map<string, Promise<Entry>>()
  /** Counts the drops of each thing that pages are made of; '' counts those of everything. */
  const purgedAt = new Map<string, number>()
  let purgeCount = 0

  async function renderEntry({ key, isShared, render }: Fill): Promise<Entry> {
    const started = purgeCount
    const madeAt = Date.now()
    // Asked before rendering: a post that falls due meanwhile must not be missed.
    const until = await freshUntil()
    const page = await render()
    const isCacheable = isShared && page.cacheable
    const entry: Entry = {
      ...toResponse(page, headers, isCacheable),
      madeAt,
      freshUntil: until,
      tags: page.tags,
      levels: isCacheable ? cachedLevels : uncachedLevels,
      encoding: new Map(),
    }
    if (isCacheable && !isOutdated(entry, started)) entries.set(key, entry)
    return entry
  }

  /** Compressed for the first reader too: whoever comes meanwhile shares the page, also where it is not kept. */
  function renderOnce(fill: Fill, request: IncomingMessage): Promise<Entry> {
    let entry = inFlight.get(fill.key)
    if (!entry) {
      const started = renderFor(fill, request).finally(() => {
        if (inFlight.get(fill.key) === started) inFlight.delete(fill.key)
      })
      entry = started
      inFlight.set(fill.key, entry)
    }
    return entry
  }

  /** Whether something that the page was made of was dropped since `begun`. */
  function isOutdated({ tags }: Entry, started: number): boolean {
    return ['', ...tags].some((tag) => (purgedAt.get(tag) ?? 0) > started)
  }

  /** What is kept and true now. */
  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    const now = Date.now()
    if (!entry || (entry.madeAt <= now && now < entry.freshUntil)) return entry
    entries.delete(key)
    return undefined
  }

  async function renderFor(fill: Fill, request: IncomingMessage): Promise<Entry> {
    const entry = await renderEntry(fill)
    await compressFor(fill.key, entry, request)
    return entry
  }

  async function compressWith([encoding, level]: Levels[number], entry: Entry, key: string): Promise<void> {
    addBody(entry, encoding, await compress[encoding](entry.identity, level))
    if (entries.peek(key) !== entry) return
    // Weighed anew.
    entries.delete(key)
    entries.set(key, entry)
  }

  async function compressFor(key: string, entry: Entry, request: IncomingMessage): Promise<void> {
    const wanted = encodingFor(entry, request)
    if (!wanted) return
    const [encoding] = wanted
    let started = entry.encoding.get(encoding)
    if (!started) {
      started = compressWith(wanted, entry, key)
      entry.encoding.set(encoding, started)
      // The next reader tries again.
      started.catch(() => entry.encoding.delete(encoding))
    }
    await started
  }

  return {
    send(key, request, response) {
      const entry = find(key)
      if (!entry || !isReady(entry, request)) return false
      sendPrebuilt(entry, request, response)
      return true
    },
    async fill(fill, request, response) {
      const entry = fill.isShared ? (find(fill.key) ?? (await renderOnce(fill, request))) : await renderEntry(fill)
      await compressFor(fill.key, entry, request)
      sendPrebuilt(entry, request, response)
    },
    purge(tag = '') {
      purgeCount += 1
      purgedAt.set(tag, purgeCount)
      for (const [key, { tags }] of [...entries]) if (tag === '' || tags.includes(tag)) entries.delete(key)
      // What these are made of is known only when they are done; who asks from now on waits for a rendering of its own.
      inFlight.clear()
    },
    size: () => ({ pages: entries.size, bytes: entries.calculatedSize }),
  }
}

/**
 * A browser asks each time whether its copy is still the newest; a shared cache may answer for ten seconds by itself. That
 * it may then answer once more while it asks stands in a header for it alone (RFC 9213): browsers read
 * `stale-while-revalidate` too, and would show the owner a page from before the change.
 */
const sharedLifetime = {
  'cache-control': 'public, max-age=0, s-maxage=10, must-revalidate',
  'cdn-cache-control': 'public, max-age=10, stale-while-revalidate=60',
}

/** Made for one reader and kept nowhere, unless the page says otherwise. */
const privateLifetime = { 'cache-control': 'private, no-store' }

type CompressedEncoding = Exclude<Encoding, 'identity'>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const toZstd = promisify(zstdCompress)

const compress: Record<CompressedEncoding, (bytes: Buffer, level: number) => Promise<Buffer>> = {
  br: (bytes, level) =>
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, level) => toGzip(bytes, { level }),
  zstd: (bytes, level) => toZstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
}

/** How hard a page is compressed in each coding; a reader gets the first that it takes. */
type Levels = readonly (readonly [CompressedEncoding, number])[]

/** Made once for all readers who get it, the smallest first. */
const cachedLevels: Levels = [
  ['br', 5],
  ['zstd', 9],
  ['gzip', 6],
]

/** For one reader, the fastest first: a fifth of the time that brotli's 5 takes, for a tenth more bytes. */
const uncachedLevels: Levels = [
  ['zstd', 3],
  ['br', 3],
  ['gzip', 4],
]

/** Undefined for a reader who gets the plain bytes, and for an answer without a body. */
function encodingFor({ identity, levels }: Entry, request: IncomingMessage): Levels[number] | undefined {
  if (identity.length === 0) return undefined
  const accepted = acceptedEncodings(request)
  return levels.find(([encoding]) => accepted.has(encoding))
}

function isReady(entry: Entry, request: IncomingMessage): boolean {
  const wanted = encodingFor(entry, request)
  return !wanted || entry.bodies.some(({ encoding }) => encoding === wanted[0])
}

/** In its plain bytes alone. */
function toResponse(
  page: RenderedPage,
  headers: OutgoingHttpHeaders,
  isCacheable: boolean,
): PrebuiltResponse & { identity: Buffer } {
  const identity = Buffer.from(page.html)
  const pageHeaders = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    ...(isCacheable ? sharedLifetime : privateLifetime),
    ...page.headers,
    vary: 'accept-encoding',
  }
  const etag = isCacheable ? `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"` : ''
  return { ...prebuildResponse(page.status, { identity }, pageHeaders, etag), identity }
}
