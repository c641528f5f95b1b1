import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import send from 'send'
import type { PictureFormat } from '../../../contract/pictures.ts'
import { StorageError } from '../storage/blob-storage.ts'
import { type PrebuiltResponse, prebuildResponse, sendPrebuilt } from './prebuilt-response.ts'

export type MediaServer = {
  /** Answers from memory alone; false where the disk must be asked. */
  send(address: string, request: IncomingMessage, response: ServerResponse): boolean
  /** Answers from the disk, makes what is not there yet, and keeps what is small for the next who ask. */
  find(pathname: string, request: IncomingMessage, response: ServerResponse): void
}

export type MediaServerOptions = {
  /** The file of a variant, which is made if need be; undefined for one that there is not. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<string | undefined>
  /** Headers of every answer. */
  headers: OutgoingHttpHeaders
  /** Most bytes of images kept in memory; the longest unused one is dropped first. 0 keeps none. */
  maxBytes?: number
  onError(error: unknown): void
}

type Entry = { prebuilt: PrebuiltResponse; freshUntil: number }

/** The only names below `/media/`; the sources of images are kept beside the variants and never served. */
const variantPath = /^\/media\/([\w-]{1,64})\/([1-9]\d{0,4})\.(avif|webp|jpg)$/

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Nothing in an uploaded file may run, whatever it pretends to be. */
const imageHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** A larger one, an animation for the most part, would push out dozens of others. */
const CACHED_BYTES_MAX = 1024 * 1024

/** How long an image is answered without a look at the disk, in ms: one that the owner deletes is gone after it, in every process. */
const FRESH_MS = 1000

/** Serves the variants of images. Their names carry a hash of the image, so a browser keeps them for good. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { makeVariant, headers, maxBytes = 32 * 1024 * 1024, onError } = options
  // It wants at least one byte, into which no image fits.
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ prebuilt }) => Math.max(1, prebuilt.size),
  })

  /** The image as it is on the disk, from memory if that is the same; undefined where it is too large to keep. */
  async function readCached(pathname: string, file: string): Promise<PrebuiltResponse | undefined> {
    const { size, mtime } = await stat(file)
    if (size > Math.min(CACHED_BYTES_MAX, maxBytes)) {
      entries.delete(pathname)
      return undefined
    }
    const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
    const known = entries.get(pathname)?.prebuilt
    const prebuilt =
      known?.etag === etag ? known : prepare(await readFile(file), path.extname(file).slice(1), mtime, etag)
    entries.set(pathname, { prebuilt, freshUntil: performance.now() + FRESH_MS })
    return prebuilt
  }

  function prepare(identity: Buffer, format: string, mtime: Date, etag: string): PrebuiltResponse {
    const lifetime = 'public, max-age=31536000, immutable'
    return prebuildResponse(
      200,
      { identity },
      {
        ...headers,
        ...imageHeaders,
        'content-type': types[format]!,
        'cache-control': lifetime,
        'accept-ranges': 'bytes',
        'last-modified': mtime.toUTCString(),
      },
      etag,
    )
  }

  /** Parts of a file, and files that are not kept. */
  function sendFile(file: string, request: IncomingMessage, response: ServerResponse): void {
    send(request, path.basename(file), { root: path.dirname(file), index: false, immutable: true, maxAge: '365d' })
      .on('headers', (head: ServerResponse) => {
        for (const [name, value] of Object.entries(imageHeaders)) head.setHeader(name, value)
      })
      .on('error', (error: NodeJS.ErrnoException & { status?: number }) => {
        if (error.status !== 404) onError(error)
        sendMissing(response)
      })
      .pipe(response)
  }

  async function respond(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, key, width, format] = variantPath.exec(pathname) ?? []
    const file = key && (await makeVariant(key, Number(width), format as PictureFormat))
    if (!file) {
      entries.delete(pathname)
      return sendMissing(response)
    }
    if (isForSend(request)) return sendFile(file, request, response)
    const cached = await readCached(pathname, file)
    if (cached) sendPrebuilt(cached, request, response)
    else sendFile(file, request, response)
  }

  return {
    send(address, request, response) {
      const entry = entries.get(address)
      if (!entry || entry.freshUntil < performance.now() || isForSend(request)) return false
      sendPrebuilt(entry.prebuilt, request, response)
      return true
    },
    find(pathname, request, response) {
      respond(pathname, request, response).catch((error: NodeJS.ErrnoException) => {
        // Deleted since it was looked for.
        if (error.code === 'ENOENT') entries.delete(pathname)
        else onError(error)
        if (error instanceof StorageError) sendUnreachable(response)
        else sendMissing(response)
      })
    },
  }
}

/** What a whole image in memory does not answer: parts of it, and conditions other than its ETag. */
function isForSend({ headers }: IncomingMessage): boolean {
  return (
    headers.range !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-unmodified-since'] !== undefined ||
    (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
  )
}

/** The image may well be there. */
function sendUnreachable(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '30' }
  response.writeHead(503, headers)
  response.end('This image cannot be fetched right now. Please try again in a moment.\n')
}

function sendMissing(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end('No such image\n')
}
