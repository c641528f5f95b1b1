import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import {
  acceptedEncodings,
  addBody,
  type Encoding,
  type PrebuiltResponse,
  prebuildResponse,
  RESPONSE_OVERHEAD,
  sendPrebuilt,
} from './prebuilt-response.ts'
import type { RenderedPage } from './renderer.ts'

export type PageCache = {
  /** Sends a cached page; returns false if it is not cached in the encoding that the client gets. */
  send(key: string, request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Renders, compresses, caches and sends a page. Simultaneous requests for a shared page wait for one rendering and one
   * compression per encoding (single flight).
   */
  fill(page: Fill, request: IncomingMessage, response: ServerResponse): Promise<void>
  /**
   * Purges the pages with `tag`, without it all pages. Renderings in flight are not cached and not sent to requests that
   * arrive later.
   */
  purge(tag?: string): void
  /** Number and size of the cached pages. */
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
  /** Size of the LRU cache in bytes, all encodings together; 0 disables it. */
  maxBytes: number
  /** When a page rendered now expires (the next scheduled post), in milliseconds since 1970. */
  freshUntil(): Promise<number>
  /** Called if a page cannot be compressed while no request waits for it. */
  onError(error: unknown): void
}

/** Fresh from `madeAt` until `freshUntil`: after the clock was set back, a cached page may show a post that is not yet public. */
type Entry = PrebuiltResponse & {
  identity: Buffer
  madeAt: number
  freshUntil: number
  tags: readonly string[]
  isCacheable: boolean
  /** Started and finished compressions. */
  compressions: Map<CompressedEncoding, Promise<void>>
}

/** Cached responses at most, however small they are. */
const ENTRIES_MAX = 20_000
/** A change that no purge has told of, such as one made by hand in the database, is visible after this time. */
const AGE_MAX_MS = 10 * 60 * 1000

/** Cache of rendered and compressed pages, in front of the application. */
export function createPageCache({ headers, maxBytes, freshUntil, onError }: PageCacheOptions): PageCache {
  // LRUCache requires a size of at least 1; no page fits into one byte.
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ size }, key) => size + 2 * key.length + RESPONSE_OVERHEAD,
  })
  const inFlight = new Map<string, Promise<Entry>>()
  /** Purges by tag; '' stands for purges of everything. */
  const purgedAt = new Map<string, number>()
  let purgeCount = 0

  async function renderEntry({ key, isShared, render }: Fill): Promise<Entry> {
    const started = purgeCount
    const madeAt = Date.now()
    // Read before rendering, so that a post published meanwhile expires the page.
    const until = await freshUntil()
    const page = await render()
    const isCacheable = isShared && page.cacheable
    const entry: Entry = {
      ...toResponse(page, headers, isCacheable),
      madeAt,
      freshUntil: Math.min(until, madeAt + AGE_MAX_MS),
      tags: page.tags,
      isCacheable,
      compressions: new Map(),
    }
    if (isCacheable && !isOutdated(entry, started)) entries.set(key, entry)
    return entry
  }

  /** Includes the compression for the first client, so that simultaneous requests share it even if the page is not cached. */
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

  /** Whether a tag of the page was purged since `started`. */
  function isOutdated({ tags }: Entry, started: number): boolean {
    return ['', ...tags].some((tag) => (purgedAt.get(tag) ?? 0) > started)
  }

  /** The cached page, if it is fresh. */
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

  async function compressWith([encoding, level]: Level, entry: Entry, key: string): Promise<void> {
    addBody(entry, encoding, await compress[encoding](entry.identity, level))
    if (entries.peek(key) !== entry) return
    // LRUCache computes the size on insertion.
    entries.delete(key)
    entries.set(key, entry)
  }

  function compressOnce(wanted: Level, entry: Entry, key: string): Promise<void> {
    const [encoding] = wanted
    let started = entry.compressions.get(encoding)
    if (!started) {
      started = compressWith(wanted, entry, key)
      entry.compressions.set(encoding, started)
      // The next request retries.
      started.catch(() => entry.compressions.delete(encoding))
    }
    return started
  }

  /** Compresses a page that was just rendered, unless that was done. */
  async function compressFor(key: string, entry: Entry, request: IncomingMessage): Promise<void> {
    if (isReady(entry, request)) return
    const wanted = acceptedLevel(entry.isCacheable ? firstLevels : uncachedLevels, entry, request)
    if (wanted) await compressOnce(wanted, entry, key)
  }

  /** Compresses a page better once it is requested again; this request does not wait for it. */
  function recompress(key: string, entry: Entry, request: IncomingMessage): void {
    const wanted = acceptedLevel(repeatedLevels, entry, request)
    if (wanted && !entry.compressions.has(wanted[0])) compressOnce(wanted, entry, key).catch(onError)
  }

  return {
    send(key, request, response) {
      const entry = find(key)
      if (!entry || !isReady(entry, request)) return false
      recompress(key, entry, request)
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
      // The tags of a page are known only after rendering, so later requests must not join any rendering in flight.
      inFlight.clear()
    },
    size: () => ({ pages: entries.size, bytes: entries.calculatedSize }),
  }
}

/**
 * Browsers revalidate each time; a shared cache serves the page for ten seconds. `stale-while-revalidate` is set for
 * shared caches only (RFC 9213), because browsers honour it too and would show the owner a page from before a change.
 */
const sharedLifetime = {
  'cache-control': 'public, max-age=0, s-maxage=10, must-revalidate',
  'cdn-cache-control': 'public, max-age=10, stale-while-revalidate=60',
}

/** For a private page, unless it sets its own `cache-control`. */
const privateLifetime = { 'cache-control': 'private, no-store' }

type CompressedEncoding = Exclude<Encoding, 'identity'>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const toZstd = promisify(zstdCompress)

/** Bytes up to which handing a page to another thread costs more than compressing it (0.2 ms for 70 kB). */
const ZSTD_SYNC_MAX = 200_000

const compress: Record<CompressedEncoding, (bytes: Buffer, level: number) => Promise<Buffer>> = {
  br: (bytes, level) =>
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, level) => toGzip(bytes, { level }),
  async zstd(bytes, level) {
    const options = { params: { [constants.ZSTD_c_compressionLevel]: level } }
    return bytes.length <= ZSTD_SYNC_MAX ? zstdCompressSync(bytes, options) : toZstd(bytes, options)
  },
}

type Level = readonly [CompressedEncoding, number]

/** Level per encoding; the first encoding that the client accepts is used. */
type Levels = readonly Level[]

/** For the first response with a cached page: most pages are requested again later or not at all before they are purged. */
const firstLevels: Levels = [
  ['zstd', 3],
  ['br', 5],
  ['gzip', 6],
]

/** For a cached page that is requested again: smallest result first. Brotli 5 takes six times as long as zstd 3. */
const repeatedLevels: Levels = [
  ['br', 5],
  ['zstd', 3],
  ['gzip', 6],
]

/** For pages sent once: fastest first, a fifth of the time of brotli 5 for a tenth more bytes. */
const uncachedLevels: Levels = [
  ['zstd', 3],
  ['br', 3],
  ['gzip', 4],
]

/** Undefined if the client accepts no compression, and for a response without a body. */
function acceptedLevel(levels: Levels, { identity }: Entry, request: IncomingMessage): Level | undefined {
  if (identity.length === 0) return undefined
  const accepted = acceptedEncodings(request)
  return levels.find(([encoding]) => accepted.has(encoding))
}

/** Whether the page exists in the encoding that the client gets first or later. */
function isReady(entry: Entry, request: IncomingMessage): boolean {
  const wanted = [firstLevels, repeatedLevels].map((levels) => acceptedLevel(levels, entry, request)?.[0] ?? 'identity')
  return entry.bodies.some(({ encoding }) => wanted.includes(encoding))
}

/** The response with its uncompressed body only. */
function toResponse(
  page: RenderedPage,
  headers: OutgoingHttpHeaders,
  isCacheable: boolean,
): PrebuiltResponse & { identity: Buffer } {
  const identity = encode(page.body)
  const pageHeaders = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    ...(isCacheable ? sharedLifetime : privateLifetime),
    ...page.headers,
    vary: 'accept-encoding',
  }
  const etag = isCacheable ? `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"` : ''
  const prebuilt = prebuildResponse(page.status, { identity }, pageHeaders, etag)
  return { ...prebuilt, identity: prebuilt.bodies[0]!.bytes }
}

/** UTF-8 takes three bytes at most for each unit of a JavaScript string. */
const BYTES_PER_UNIT = 3
/** Most pages fit; measuring a string before it is encoded costs as much as encoding it. */
const scratch = Buffer.allocUnsafeSlow(1 << 20)

function encode(pieces: readonly string[]): Buffer {
  const units = pieces.reduce((sum, { length }) => sum + length, 0)
  if (units * BYTES_PER_UNIT > scratch.length) return Buffer.from(pieces.join(''))
  let at = 0
  for (const piece of pieces) at += scratch.write(piece, at)
  return Buffer.from(scratch.subarray(0, at))
}
