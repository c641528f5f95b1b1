import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { PictureFormat } from '../../../contract/content/pictures.ts'
import { contextOf, type ErrorContext } from '../http/error-report.ts'
import { StorageError } from '../storage/blob-storage.ts'
import { type PrebuiltResponse, prebuildResponse, RESPONSE_OVERHEAD, sendPrebuilt } from './prebuilt-response.ts'

export type MediaServer = {
  /** Sends the image from memory; returns false if it has to be read from the disk. */
  send(address: string, request: IncomingMessage, response: ServerResponse): boolean
  /** Sends the image from the disk, creates a missing variant, and caches a small one. */
  find(pathname: string, request: IncomingMessage, response: ServerResponse): void
}

export type MediaServerOptions = {
  /** The file of a variant, created if missing; undefined if the image does not exist. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<string | undefined>
  /** Headers of every response. */
  headers: OutgoingHttpHeaders
  /** Size of the LRU cache in bytes; 0 disables it. */
  maxBytes?: number
  onError(error: unknown, context: ErrorContext): void
}

type Entry = { prebuilt: PrebuiltResponse; freshUntil: number }

/** The only paths served below `/media/`; the source images in the same folder are private. */
const variantPath = /^\/media\/([\w-]{1,64})\/([1-9]\d{0,4})\.(avif|webp|jpg)$/

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Prevents active content in an uploaded file from running, whatever its type. */
const imageHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** A larger image, usually an animation, would evict dozens of others. */
const CACHED_BYTES_MAX = 1024 * 1024

/** Milliseconds for which a cached image is served without a disk access: the delay until a deletion takes effect. */
const FRESH_MS = 1000

type State = MediaServerOptions & { maxBytes: number; entries: LRUCache<string, Entry> }

/** Serves image variants. Their names contain a content hash, so they are immutable. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { maxBytes = 32 * 1024 * 1024 } = options
  // LRUCache requires a size of at least 1; no image fits into one byte.
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ prebuilt }, address) => prebuilt.size + 2 * address.length + RESPONSE_OVERHEAD,
  })
  const state: State = { ...options, maxBytes, entries }
  return {
    send(address, request, response) {
      const entry = entries.get(address)
      if (!entry || entry.freshUntil < performance.now() || isForSend(request)) return false
      sendPrebuilt(entry.prebuilt, request, response)
      return true
    },
    find(pathname, request, response) {
      respond(state, pathname, request, response).catch((error: NodeJS.ErrnoException) => {
        // Deleted since the lookup.
        if (error.code === 'ENOENT') entries.delete(pathname)
        else options.onError(error, contextOf(request))
        if (error instanceof StorageError) sendUnreachable(response)
        else sendMissing(response)
      })
    },
  }
}

async function respond(
  state: State,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, key, width, format] = variantPath.exec(pathname) ?? []
  const file = key && (await state.makeVariant(key, Number(width), format as PictureFormat))
  if (!file) {
    state.entries.delete(pathname)
    return sendMissing(response)
  }
  if (isForSend(request)) return sendFile(state, file, request, response)
  const cached = await readCached(state, pathname, file)
  if (cached) sendPrebuilt(cached, request, response)
  else await sendFile(state, file, request, response)
}

/** The image from the cache, revalidated against the disk; undefined if it is too large to cache. */
async function readCached(state: State, pathname: string, file: string): Promise<PrebuiltResponse | undefined> {
  const { entries, maxBytes } = state
  const { size, mtime } = await stat(file)
  if (size > Math.min(CACHED_BYTES_MAX, maxBytes)) {
    entries.delete(pathname)
    return undefined
  }
  const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
  const known = entries.get(pathname)?.prebuilt
  const prebuilt =
    known?.etag === etag ? known : prepare(state, await readFile(file), path.extname(file).slice(1), mtime, etag)
  entries.set(pathname, { prebuilt, freshUntil: performance.now() + FRESH_MS })
  return prebuilt
}

function prepare({ headers }: State, identity: Buffer, format: string, mtime: Date, etag: string): PrebuiltResponse {
  const ownHeaders = {
    ...headers,
    ...imageHeaders,
    'content-type': types[format],
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'last-modified': mtime.toUTCString(),
  }
  return prebuildResponse(200, { identity }, ownHeaders, etag)
}

/** Handles ranges and files that are not cached. */
async function sendFile(
  { onError }: State,
  file: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { default: send } = await import('send')
  send(request, path.basename(file), { root: path.dirname(file), index: false, immutable: true, maxAge: '365d' })
    .on('headers', (head: ServerResponse) => {
      for (const [name, value] of Object.entries(imageHeaders)) head.setHeader(name, value)
    })
    .on('error', (error: NodeJS.ErrnoException & { status?: number }) => {
      if (error.status === 404) sendMissing(response)
      else if (error.status === 412 || error.status === 416) sendUnmet(response, error.status)
      else {
        onError(error, contextOf(request))
        sendMissing(response)
      }
    })
    .pipe(response)
}

/** Whether `send` has to handle the request: ranges, and preconditions other than `If-None-Match`. */
function isForSend({ headers }: IncomingMessage): boolean {
  return (
    headers.range !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-unmodified-since'] !== undefined ||
    (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
  )
}

/** The storage is unreachable, so the image may exist: 503 rather than 404. */
function sendUnreachable(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '30' }
  response.writeHead(503, headers)
  response.end('This image cannot be fetched right now. Please try again in a moment.\n')
}

/** A precondition that does not hold, or a range outside the file, whose size `send` has put into Content-Range. */
function sendUnmet(response: ServerResponse, status: 412 | 416): void {
  for (const name of ['etag', 'last-modified']) response.removeHeader(name)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(status === 416 ? 'This image has no such range\n' : 'This image is another one by now\n')
}

function sendMissing(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end('No such image\n')
}
