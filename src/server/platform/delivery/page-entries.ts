import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
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
import { addBody, type PrebuiltResponse, RESPONSE_OVERHEAD } from './prebuilt-response.ts'

/** Fresh from `madeAt` until `freshUntil`: after the clock was set back, a cached page may show a post that is not yet public. */
export type Entry = PrebuiltResponse & {
  identity: Buffer
  dropsQuery: boolean
  madeAt: number
  freshUntil: number
  /** From `freshUntil` on the page is served only while it cannot be rendered. */
  staleUntil: number
  tags: readonly string[]
  isCacheable: boolean
  isView: boolean
  isMissing: boolean
  isMoved: boolean
  /** The application has responded with a fault of the machine. */
  isUnavailable: boolean
  /** Started and finished compressions. */
  compressions: Map<CompressedEncoding, Promise<void>>
}

/** Cached pages by their key. */
export type Entries = LRUCache<string, Entry>

/** Cached responses at most, however small they are. */
const ENTRIES_MAX = 20_000
/** How long a page that is not fresh any more may be served while it cannot be rendered. */
export const STALE_MS = 60 * 60 * 1000

export function createEntries(maxBytes: number): Entries {
  return new LRUCache({
    max: ENTRIES_MAX,
    // LRUCache requires a size of at least 1; no page fits into one byte.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ size }, key) => size + 2 * key.length + RESPONSE_OVERHEAD,
  })
}

/** The cached page, if it is fresh. */
export function findFresh(entries: Entries, key: string): Entry | undefined {
  const entry = entries.get(key)
  const now = Date.now()
  if (!entry || (entry.madeAt <= now && now < entry.freshUntil)) return entry
  if (!isUsable(entry, now)) entries.delete(key)
  return undefined
}

/** The page that was purged softly or has expired, if it is not too old. */
export function findStale(entries: Entries, key: string): Entry | undefined {
  const entry = entries.get(key)
  return entry && isUsable(entry, Date.now()) ? entry : undefined
}

/** A page that was stale already keeps its time. */
export function makeStale(entry: Entry, now: number): void {
  if (entry.freshUntil <= now) return
  entry.freshUntil = 0
  entry.staleUntil = now + STALE_MS
}

/** Whether a page that is not fresh may be served while it cannot be rendered. */
function isUsable({ madeAt, staleUntil }: Entry, now: number): boolean {
  return madeAt <= now && now < staleUntil
}

/** Compresses a page that was just rendered, unless that was done. */
export async function compressFor(
  entries: Entries,
  key: string,
  entry: Entry,
  request: IncomingMessage,
): Promise<void> {
  if (isReady(entry, request)) return
  const wanted = acceptedLevel(entry.isCacheable ? firstLevels : uncachedLevels, entry, request)
  if (wanted) await compressOnce(entries, wanted, entry, key)
}

/** Compresses a page better once it is requested again; the request does not wait for it. Undefined if it has started already. */
export function recompress(
  entries: Entries,
  key: string,
  entry: Entry,
  request: IncomingMessage,
): Promise<void> | undefined {
  const wanted = acceptedLevel(repeatedLevels, entry, request)
  return wanted && !entry.compressions.has(wanted[0]) ? compressOnce(entries, wanted, entry, key) : undefined
}

function compressOnce(entries: Entries, wanted: Level, entry: Entry, key: string): Promise<void> {
  const [encoding] = wanted
  let started = entry.compressions.get(encoding)
  if (!started) {
    started = compressWith(entries, wanted, entry, key)
    entry.compressions.set(encoding, started)
    // The next request retries.
    started.catch(() => entry.compressions.delete(encoding))
  }
  return started
}

async function compressWith(entries: Entries, [encoding, level]: Level, entry: Entry, key: string): Promise<void> {
  addBody(entry, encoding, await compress[encoding](entry.identity, level))
  if (entries.peek(key) !== entry) return
  // LRUCache computes the size on insertion.
  entries.delete(key)
  entries.set(key, entry)
}
