import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { StorageError, type StoreName } from './blob-storage.ts'
import { type SendS3Request, unreachable } from './s3-requests.ts'

/** In ms: a stream without a byte for this long has failed. */
const STALLED_MS = 30_000
/** The same while a reader waits for the whole object. */
const STALLED_DOWNLOAD_MS = 5000
const TRANSFER_TIMEOUT_MS = 30_000

/** Opens an object for reading. A stream that fails is not resumed: the reader's error says so. */
export function readStream(request: SendS3Request, name: string, store: StoreName) {
  return request({ method: 'GET', name, isStreamed: true }, async ({ status, headers, body }) => {
    if (status === 404 || !body) return undefined
    return { content: chunksOf(body, store), size: Number(headers.get('content-length') ?? Number.NaN) }
  })
}

/** Downloads an object into a file. Returns its response headers; undefined if missing. */
export function downloadTo(file: string, request: SendS3Request, name: string, store: StoreName) {
  return request({ method: 'GET', name, transferMs: TRANSFER_TIMEOUT_MS }, async ({ status, headers, body }) => {
    if (status === 404) return undefined
    await pipeline(body ? chunksOf(body, store, STALLED_DOWNLOAD_MS) : [], createWriteStream(file))
    return headers
  })
}

async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  store: StoreName,
  stalledMs = STALLED_MS,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), store, stalledMs)
      if (done) return
      yield Buffer.from(value)
    }
  } catch (error) {
    throw unreachable(store, error) ?? error
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function withTimeout<T>(read: Promise<T>, store: StoreName, stalledMs: number): Promise<T> {
  const { promise: stalled, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new StorageError(`${store}-unreachable`, 'no data in time')), stalledMs)
  try {
    return await Promise.race([read, stalled])
  } finally {
    clearTimeout(timer)
  }
}
