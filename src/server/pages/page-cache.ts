import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type PreparedAnswer, prepareAnswer, sendPrepared } from './prepared-answer.ts'
import type { RenderedPage } from './renderer.ts'

export type PageCache = {
  /** Answers from the cache alone; false when the page is not in it. */
  send(key: string, request: IncomingMessage, response: ServerResponse): boolean
  /** Renders, keeps what may be kept, and answers. A page that all visitors share is rendered once, however many ask. */
  fill(page: Fill, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Forgets every page, those that are being rendered included: their content has changed. */
  clear(): void
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
  /** Most pages kept; the longest unused is dropped first. 0 keeps none. */
  maxPages: number
  /** When a page made now stops being true by itself (the next scheduled post), in milliseconds since 1970. */
  freshUntil(): Promise<number>
}

type Entry = PreparedAnswer & { freshUntil: number }

/** Rendered pages as buffers that are ready to send, in front of the application. */
export function createPageCache({ headers, maxPages, freshUntil }: PageCacheOptions): PageCache {
  const entries = new Map<string, Entry>()
  const filling = new Map<string, Promise<Entry>>()
  let version = 0

  async function make({ key, isShared, render }: Fill): Promise<Entry> {
    const begun = version
    // Asked before rendering: a post that falls due meanwhile must not be missed.
    const until = await freshUntil()
    const page = await render()
    const isKept = isShared && page.cacheable
    const entry = { ...(await toAnswer(page, headers, isKept)), freshUntil: until }
    if (isKept && maxPages > 0 && begun === version) {
      if (entries.size >= maxPages) entries.delete(entries.keys().next().value!)
      entries.set(key, entry)
    }
    return entry
  }

  function makeOnce(fill: Fill): Promise<Entry> {
    let entry = filling.get(fill.key)
    if (!entry) {
      const begun = make(fill).finally(() => {
        if (filling.get(fill.key) === begun) filling.delete(fill.key)
      })
      entry = begun
      filling.set(fill.key, entry)
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
      sendPrepared(entry, request, response)
      return true
    },
    async fill(fill, request, response) {
      sendPrepared(await (fill.isShared ? makeOnce(fill) : make(fill)), request, response)
    },
    clear() {
      version += 1
      entries.clear()
      filling.clear()
    },
  }
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function toAnswer(page: RenderedPage, headers: OutgoingHttpHeaders, isKept: boolean): Promise<PreparedAnswer> {
  const identity = Buffer.from(page.html)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    compressGzip(identity, { level: 6 }),
  ])
  const pageHeaders = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    // A shared cache may keep a page but must ask whether it is still the newest.
    'cache-control': isKept ? 'public, max-age=0, must-revalidate' : 'private, no-store',
  }
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return prepareAnswer(page.status, { identity, br, gzip: gz }, pageHeaders, isKept ? `W/"${hash}"` : '')
}
