import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import {
  addBody,
  type Encoding,
  type PreparedAnswer,
  prepareAnswer,
  sendPrepared,
  takenCodings,
} from './prepared-answer.ts'
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
  drop(what?: string): void
  /** What is kept now. */
  size(): { pages: number; bytes: number }
}

export type Fill = {
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
type Entry = PreparedAnswer & {
  identity: Buffer
  madeAt: number
  freshUntil: number
  madeOf: readonly string[]
  /** How the page is compressed, and where that has begun. */
  levels: Levels
  coding: Map<Coding, Promise<void>>
}

/** Rendered pages as buffers that are ready to send, in front of the application. */
export function createPageCache({ headers, maxBytes, freshUntil }: PageCacheOptions): PageCache {
  // It wants at least one byte, into which no page fits, and a weight for each entry, also for a redirect without a body.
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ size }) => Math.max(1, size),
  })
  const filling = new Map<string, Promise<Entry>>()
  /** Counts the drops of each thing that pages are made of; '' counts those of everything. */
  const drops = new Map<string, number>()
  let dropped = 0

  async function make({ key, isShared, render }: Fill): Promise<Entry> {
    const begun = dropped
    const madeAt = Date.now()
    // Asked before rendering: a post that falls due meanwhile must not be missed.
    const until = await freshUntil()
    const page = await render()
    const isKept = isShared && page.cacheable
    const entry: Entry = {
      ...toAnswer(page, headers, isKept),
      madeAt,
      freshUntil: until,
      madeOf: page.madeOf,
      levels: isKept ? keptLevels : onceLevels,
      coding: new Map(),
    }
    if (isKept && !isOutdated(entry, begun)) entries.set(key, entry)
    return entry
  }

  /** Compressed for the first reader too: whoever comes meanwhile shares the page, also where it is not kept. */
  function makeOnce(fill: Fill, request: IncomingMessage): Promise<Entry> {
    let entry = filling.get(fill.key)
    if (!entry) {
      const begun = makeFor(fill, request).finally(() => {
        if (filling.get(fill.key) === begun) filling.delete(fill.key)
      })
      entry = begun
      filling.set(fill.key, entry)
    }
    return entry
  }

  /** Whether something that the page was made of was dropped since `begun`. */
  function isOutdated({ madeOf }: Entry, begun: number): boolean {
    return ['', ...madeOf].some((what) => (drops.get(what) ?? 0) > begun)
  }

  /** What is kept and true now. */
  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    const now = Date.now()
    if (!entry || (entry.madeAt <= now && now < entry.freshUntil)) return entry
    entries.delete(key)
    return undefined
  }

  async function makeFor(fill: Fill, request: IncomingMessage): Promise<Entry> {
    const entry = await make(fill)
    await compressFor(fill.key, entry, request)
    return entry
  }

  async function compressWith([coding, level]: Levels[number], entry: Entry, key: string): Promise<void> {
    addBody(entry, coding, await compress[coding](entry.identity, level))
    if (entries.peek(key) !== entry) return
    // Weighed anew.
    entries.delete(key)
    entries.set(key, entry)
  }

  async function compressFor(key: string, entry: Entry, request: IncomingMessage): Promise<void> {
    const wanted = codingFor(entry, request)
    if (!wanted) return
    const [coding] = wanted
    let begun = entry.coding.get(coding)
    if (!begun) {
      begun = compressWith(wanted, entry, key)
      entry.coding.set(coding, begun)
      // The next reader tries again.
      begun.catch(() => entry.coding.delete(coding))
    }
    await begun
  }

  return {
    send(key, request, response) {
      const entry = find(key)
      if (!entry || !isReady(entry, request)) return false
      sendPrepared(entry, request, response)
      return true
    },
    async fill(fill, request, response) {
      const entry = fill.isShared ? (find(fill.key) ?? (await makeOnce(fill, request))) : await make(fill)
      await compressFor(fill.key, entry, request)
      sendPrepared(entry, request, response)
    },
    drop(what = '') {
      dropped += 1
      drops.set(what, dropped)
      for (const [key, { madeOf }] of [...entries]) if (what === '' || madeOf.includes(what)) entries.delete(key)
      // What these are made of is known only when they are done; who asks from now on waits for a rendering of its own.
      filling.clear()
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
const ownLifetime = { 'cache-control': 'private, no-store' }

type Coding = Exclude<Encoding, 'identity'>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const toZstd = promisify(zstdCompress)

const compress: Record<Coding, (bytes: Buffer, level: number) => Promise<Buffer>> = {
  br: (bytes, level) =>
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, level) => toGzip(bytes, { level }),
  zstd: (bytes, level) => toZstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
}

/** How hard a page is compressed in each coding; a reader gets the first that it takes. */
type Levels = readonly (readonly [Coding, number])[]

/** Made once for all readers who get it, the smallest first. */
const keptLevels: Levels = [
  ['br', 5],
  ['zstd', 9],
  ['gzip', 6],
]

/** For one reader, the fastest first: a fifth of the time that brotli's 5 takes, for a tenth more bytes. */
const onceLevels: Levels = [
  ['zstd', 3],
  ['br', 3],
  ['gzip', 4],
]

/** Undefined for a reader who gets the plain bytes, and for an answer without a body. */
function codingFor({ identity, levels }: Entry, request: IncomingMessage): Levels[number] | undefined {
  if (identity.length === 0) return undefined
  const taken = takenCodings(request)
  return levels.find(([coding]) => taken.has(coding))
}

function isReady(entry: Entry, request: IncomingMessage): boolean {
  const wanted = codingFor(entry, request)
  return !wanted || entry.bodies.some(({ encoding }) => encoding === wanted[0])
}

/** In its plain bytes alone. */
function toAnswer(
  page: RenderedPage,
  headers: OutgoingHttpHeaders,
  isKept: boolean,
): PreparedAnswer & { identity: Buffer } {
  const identity = Buffer.from(page.html)
  const pageHeaders = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    ...(isKept ? sharedLifetime : ownLifetime),
    ...page.headers,
    vary: 'accept-encoding',
  }
  const etag = isKept ? `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"` : ''
  return { ...prepareAnswer(page.status, { identity }, pageHeaders, etag), identity }
}
