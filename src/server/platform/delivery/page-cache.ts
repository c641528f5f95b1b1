import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Purge } from '../db/purge-notices.ts'
import { faultOf } from '../health/faults.ts'
import { isReady } from './page-encodings.ts'
import {
  compressFor,
  createEntries,
  type Entries,
  type Entry,
  findFresh,
  findStale,
  makeStale,
  recompress,
  STALE_MS,
} from './page-entries.ts'
import { purgedLifetime, sharedLifetime, staleHeaders, toResponse, withQuery } from './page-response.ts'
import { sendPrebuilt, withHeaders } from './prebuilt-response.ts'
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
  /** Where the page is, if it was requested at another spelling of its URL; only a redirect or an error is sent there. */
  canonicalUrl?: string | undefined
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
  /** Called for each public page that is sent as 404. */
  onMissing?(key: string, request: IncomingMessage): void
  /** Called for each public address that is redirected permanently. */
  onMoved?(key: string): void
}

/** A change that no purge has told of, such as one made by hand in the database, is visible after this time. */
const AGE_MAX_MS = 10 * 60 * 1000

type State = PageCacheOptions & {
  entries: Entries
  inFlight: Map<string, Promise<Entry>>
  /** The number of the last purge by tag; '' stands for purges of everything. */
  purgedAt: Map<string, number>
  purgeCount: number
  isBypassed: boolean
}

/** Cache of rendered and compressed pages, in front of the application. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const state: State = {
    ...options,
    entries: createEntries(options.maxBytes),
    inFlight: new Map(),
    purgedAt: new Map(),
    purgeCount: 0,
    isBypassed: false,
  }
  return {
    send: (key, request, response) => sendFresh(state, key, request, response),
    fill: (page, request, response) => fill(state, page, request, response),
    purge: (purged) => purge(state, purged),
    bypass: (isBypassed) => bypass(state, isBypassed),
    size() {
      const now = Date.now()
      const fresh = [...state.entries.values()].filter(({ freshUntil }) => now < freshUntil)
      return { pages: fresh.length, bytes: state.entries.calculatedSize }
    },
  }
}

function sendFresh(state: State, key: string, request: IncomingMessage, response: ServerResponse): boolean {
  const entry = findFresh(state.entries, key)
  if (!entry || !isReady(entry, request)) return false
  recompress(state.entries, key, entry, request)?.catch(state.onError)
  send(state, key, entry, request, response)
  return true
}

async function fill(state: State, page: Fill, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { key, isShared, onFault } = page
  const { entries } = state
  const fresh = isShared ? findFresh(entries, key) : undefined
  let entry: Entry
  try {
    entry = fresh ?? (await (isShared ? renderOnce(state, page, request) : renderEntry(state, page)))
    await compressFor(entries, key, entry, request)
  } catch (error) {
    const stale = faultOf(error) && findStale(entries, key)
    if (!stale) throw error
    onFault?.(error)
    return sendStale(state, key, stale, request, response)
  }
  if (page.canonicalUrl !== undefined && entry.status === 200) {
    response.writeHead(308, { location: page.canonicalUrl }).end()
    return
  }
  const stale = entry.isUnavailable ? findStale(entries, key) : undefined
  if (stale) return sendStale(state, key, stale, request, response)
  send(state, key, entry, request, response)
}

function send(state: State, key: string, entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  sendPrebuilt(withQuery(entry, request), request, response)
  if (entry.isView) state.onView?.(key, request)
  if (entry.isMissing) state.onMissing?.(key, request)
  if (entry.isMoved) state.onMoved?.(key)
}

function sendStale(state: State, key: string, entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  state.onStale?.()
  if (entry.isView) state.onView?.(key, request)
  sendPrebuilt(withQuery(withHeaders(entry, staleHeaders(entry.madeAt)), request), request, response)
}

/** Includes the compression for the first client, so that simultaneous requests share it even if the page is not cached. */
function renderOnce(state: State, page: Fill, request: IncomingMessage): Promise<Entry> {
  const { inFlight } = state
  const { key } = page
  let entry = inFlight.get(key)
  if (!entry) {
    const started = renderFor(state, page, request).finally(() => {
      if (inFlight.get(key) === started) inFlight.delete(key)
    })
    entry = started
    inFlight.set(key, entry)
  }
  return entry
}

async function renderFor(state: State, page: Fill, request: IncomingMessage): Promise<Entry> {
  const entry = await renderEntry(state, page)
  await compressFor(state.entries, page.key, entry, request)
  return entry
}

async function renderEntry(state: State, { key, isShared, isView = false, render }: Fill): Promise<Entry> {
  const started = state.purgeCount
  const madeAt = Date.now()
  // Read before rendering, so that a post published meanwhile expires the page.
  const until = await state.freshUntil()
  const page = await render()
  const isCacheable = isShared && page.cacheable
  const freshUntil = Math.min(until, madeAt + AGE_MAX_MS)
  const lifetime = state.isCdnPurged ? purgedLifetime : sharedLifetime
  const entry: Entry = {
    ...toResponse(page, state.headers, isCacheable ? lifetime : undefined),
    madeAt,
    freshUntil,
    staleUntil: freshUntil + STALE_MS,
    tags: page.tags,
    isCacheable,
    isView: isView && page.status === 200,
    isMissing: isView && page.status === 404,
    isMoved: isView && page.status === 301,
    isUnavailable: page.status === 503 || page.status === 507,
    compressions: new Map(),
  }
  if (state.isBypassed) makeStale(entry, madeAt)
  // A page that is missing by now must not reappear when rendering fails.
  if (isShared && !isCacheable && page.status < 500) state.entries.delete(key)
  if (isCacheable && !isOutdated(state, entry, started)) state.entries.set(key, entry)
  return entry
}

/** Whether a tag of the page was purged since `started`. */
function isOutdated({ purgedAt }: State, { tags }: Entry, started: number): boolean {
  return ['', ...tags].some((tag) => (purgedAt.get(tag) ?? 0) > started)
}

function purge(state: State, { tag, isSoft }: Purge): void {
  state.purgeCount += 1
  state.purgedAt.set(tag, state.purgeCount)
  const now = Date.now()
  for (const [key, entry] of [...state.entries]) {
    if (tag !== '' && !entry.tags.includes(tag)) continue
    if (isSoft) makeStale(entry, now)
    else state.entries.delete(key)
  }
  // The tags of a page are known only after rendering, so later requests must not join any rendering in flight.
  state.inFlight.clear()
}

function bypass(state: State, isBypassed: boolean): void {
  state.isBypassed = isBypassed
  const now = Date.now()
  if (isBypassed) for (const entry of state.entries.values()) makeStale(entry, now)
  state.inFlight.clear()
}
