import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Purge } from '../db/purge-notices.ts'
import { faultOf } from '../health/faults.ts'
import {
  acceptedLevel,
  type CompressedEncoding,
  compress,
  firstLevels,
  isReady,
  type Level,
  repeatedLevels,
  uncachedLevels,
} from './page-encodings.ts'
import { purgedLifetime, sharedLifetime, staleHeaders, toResponse } from './page-response.ts'
import { addBody, type PrebuiltResponse, RESPONSE_OVERHEAD, sendPrebuilt, withHeaders } from './prebuilt-response.ts'
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
   * Purges the pages with a tag. Renderings in flight are not cached and not sent to requests that arrive later. After a
   * soft purge the page stays as a stale one.
   */
  purge(purge: Purge): void
  /** While bypassed every page is stale, because purges may not arrive; call `purge` before it ends. */
  bypass(isBypassed: boolean): void
  /** Number and size of the cached pages. */
  size(): { pages: number; bytes: number }
}

type Fill = {
  key: string
  /** Whether all visitors share the page; if not, each request renders its own. */
  isShared: boolean
  /** Rejects with the fault of the machine that prevents it. */
  render: () => Promise<RenderedPage>
  /** Whether a visit of it is a view of a page. */
  isView?: boolean
  /** Called for a fault because of which a stale page is sent. */
  onFault?(error: unknown): void
}

export type PageCacheOptions = {
  /** Headers of every page. */
  headers: OutgoingHttpHeaders
  /** Shared caches are purged after a change, so they may keep pages for long. */
  isCdnPurged?: boolean
  /** Size of the LRU cache in bytes, all encodings together; 0 disables it. */
  maxBytes: number
  /** When a page rendered now expires (the next scheduled post), in milliseconds since 1970. */
  freshUntil(): Promise<number>
  /** Called if a page cannot be compressed while no request waits for it. */
  onError(error: unknown): void
  /** Called for each stale page that is sent. */
  onStale?(): void
  /** Called for each public page that is sent as 200 or 304, from the cache or not. */
  onView?(key: string, request: IncomingMessage): void
}

/** Fresh from `madeAt` until `freshUntil`: after the clock was set back, a cached page may show a post that is not yet public. */
type Entry = PrebuiltResponse & {
  identity: Buffer
  madeAt: number
  freshUntil: number
  /** From `freshUntil` on the page is served only while it cannot be rendered. */
  staleUntil: number
  tags: readonly string[]
  isCacheable: boolean
  isView: boolean
  /** The application has responded with a fault of the machine. */
  isUnavailable: boolean
  /** Started and finished compressions. */
  compressions: Map<CompressedEncoding, Promise<void>>
}

/** Cached responses at most, however small they are. */
const ENTRIES_MAX = 20_000
/** A change that no purge has told of, such as one made by hand in the database, is visible after this time. */
const AGE_MAX_MS = 10 * 60 * 1000
/** How long a page that is not fresh any more may be served while it cannot be rendered. */
const STALE_MS = 60 * 60 * 1000

/** Cache of rendered and compressed pages, in front of the application. */
export function createPageCache({
  headers,
  isCdnPurged = false,
  maxBytes,
  freshUntil: findFreshUntil,
  onError,
  onStale,
  onView = () => {},
}: PageCacheOptions): PageCache {
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
  let isBypassed = false
  const lifetime = isCdnPurged ? purgedLifetime : sharedLifetime

  async function renderEntry({ key, isShared, isView = false, render }: Fill): Promise<Entry> {
    const started = purgeCount
    const madeAt = Date.now()
    // Read before rendering, so that a post published meanwhile expires the page.
    const until = await findFreshUntil()
    const page = await render()
    const isCacheable = isShared && page.cacheable
    const freshUntil = Math.min(until, madeAt + AGE_MAX_MS)
    const entry: Entry = {
      ...toResponse(page, headers, isCacheable ? lifetime : undefined),
      madeAt,
      freshUntil,
      staleUntil: freshUntil + STALE_MS,
      tags: page.tags,
      isCacheable,
      isView: isView && page.status === 200,
      isUnavailable: page.status === 503 || page.status === 507,
      compressions: new Map(),
    }
    if (isBypassed) makeStale(entry, madeAt)
    // What is missing by now must not reappear when rendering fails.
    if (isShared && !isCacheable && page.status < 500) entries.delete(key)
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
    if (!isUsable(entry, now)) entries.delete(key)
    return undefined
  }

  /** The page that was purged softly or has expired, if it is not too old. */
  function findStale(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && isUsable(entry, Date.now()) ? entry : undefined
  }

  function sendStale(key: string, entry: Entry, request: IncomingMessage, response: ServerResponse): void {
    onStale?.()
    if (entry.isView) onView(key, request)
    sendPrebuilt(withQuery(withHeaders(entry, staleHeaders(entry.madeAt)), request), request, response)
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
      sendPrebuilt(withQuery(entry, request), request, response)
      if (entry.isView) onView(key, request)
      return true
    },
    async fill(fill, request, response) {
      const fresh = fill.isShared ? find(fill.key) : undefined
      let entry: Entry
      try {
        entry = fresh ?? (await (fill.isShared ? renderOnce(fill, request) : renderEntry(fill)))
        await compressFor(fill.key, entry, request)
      } catch (error) {
        const stale = faultOf(error) && findStale(fill.key)
        if (!stale) throw error
        fill.onFault?.(error)
        return sendStale(fill.key, stale, request, response)
      }
      const stale = entry.isUnavailable ? findStale(fill.key) : undefined
      if (stale) return sendStale(fill.key, stale, request, response)
      sendPrebuilt(withQuery(entry, request), request, response)
      if (entry.isView) onView(fill.key, request)
    },
    purge({ tag, isSoft }) {
      purgeCount += 1
      purgedAt.set(tag, purgeCount)
      const now = Date.now()
      for (const [key, entry] of [...entries]) {
        if (tag !== '' && !entry.tags.includes(tag)) continue
        if (isSoft) makeStale(entry, now)
        else entries.delete(key)
      }
      // The tags of a page are known only after rendering, so later requests must not join any rendering in flight.
      inFlight.clear()
    },
    bypass(value) {
      isBypassed = value
      const now = Date.now()
      if (isBypassed) for (const entry of entries.values()) makeStale(entry, now)
      inFlight.clear()
    },
    size() {
      const now = Date.now()
      const fresh = [...entries.values()].filter(({ freshUntil }) => now < freshUntil)
      return { pages: fresh.length, bytes: entries.calculatedSize }
    },
  }
}

/**
 * A redirect leads to its target with the query of this request, such as the `utm` parameters of a newsletter. A target with a
 * query has all of it, and a file has no use for one. No shared cache keeps it: one whose key leaves such parameters out would
 * lead every visitor to those of the first.
 */
function withQuery(page: PrebuiltResponse, { url = '' }: IncomingMessage): PrebuiltResponse {
  const { location } = page.notModified
  if (page.status !== 301 || typeof location !== 'string' || !url.includes('?')) return page
  if (location.includes('?') || /\.\w+$/.test(location)) return page
  const { search } = new URL(`http://localhost${url}`)
  if (search === '') return page
  return withHeaders(page, {
    location: location + search,
    'cache-control': 'private, no-store',
    'cdn-cache-control': 'no-store',
  })
}

/** A page that was stale already keeps its time. */
function makeStale(entry: Entry, now: number): void {
  if (entry.freshUntil <= now) return
  entry.freshUntil = 0
  entry.staleUntil = now + STALE_MS
}

/** Whether a page that is not fresh may be served while it cannot be rendered. */
function isUsable({ madeAt, staleUntil }: Entry, now: number): boolean {
  return madeAt <= now && now < staleUntil
}
