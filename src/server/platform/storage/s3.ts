import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { StorageError, type StoreName } from './blob-storage.ts'
import type { Bucket } from './media-url.ts'
import { createMultipartUploads } from './s3-multipart.ts'
import { createS3Requests, type S3Limits, type SendS3Request, textOf, unreachable } from './s3-requests.ts'

/** Objects of a bucket, named relative to its prefix. Throws `StorageError` if the bucket is unavailable. */
export type S3 = {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Uploads a file of any size in parts; the object is visible when it is complete. */
  putFile(name: string, file: string, options: { type: string; signal?: AbortSignal }): Promise<void>
  /** Deletes the parts of uploads that were started before `before` and not completed, of objects that are `isOurs`. */
  removeUnfinished(before: Date, isOurs: (name: string) => boolean): Promise<void>
  /** Downloads an object into a file. Returns its modification time; undefined if missing. */
  download(name: string, file: string): Promise<Date | undefined>
  /** An object of any size, read at the pace of the reader; undefined if missing. */
  read(name: string): Promise<{ content: AsyncIterable<Buffer<ArrayBuffer>>; size: number } | undefined>
  /** The modification time and size of an object; undefined if missing. */
  head(name: string): Promise<{ modifiedAt: Date; size: number } | undefined>
  delete(name: string): Promise<void>
  /** All objects with a prefix; sizes in bytes. */
  list(start: string): AsyncIterable<{ name: string; size: number }>
  /** Checks availability with one attempt, ignoring the open circuit. */
  healthCheck(): Promise<void>
}

/** In ms. */
const HEALTH_CHECK_TIMEOUT_MS = 2000
/** Timeout in ms per attempt of a PUT, whose response follows its body: that of a response, and this rate in bytes per ms. */
const PUT_TIMEOUT_MS = { least: 5000, most: 30_000 }
const SLOW_UPLINK = 100

export type S3Options = {
  limits?: Partial<S3Limits>
  store?: StoreName
  /** The size of a part in an upload of parts. */
  partBytes?: number
}

export function createS3(bucket: Bucket, { limits, store = 'media', partBytes }: S3Options = {}): S3 {
  const { prefix } = bucket
  const request = createS3Requests(bucket, store, limits)

  function healthCheck(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix }
    const read = async (response: Response) => {
      if (!(await response.text()).includes('<ListBucketResult'))
        throw new StorageError(`${store}-refused`, 'its answers are none of an S3 store')
    }
    return request({ method: 'GET', query, milliseconds: HEALTH_CHECK_TIMEOUT_MS }, read, [])
  }

  async function head(name: string) {
    const found = await request({ method: 'HEAD', name }, async ({ status, headers }) =>
      status === 404
        ? undefined
        : { modifiedAt: modifiedAt(headers), size: Number(headers.get('content-length') ?? Number.NaN) },
    )
    // A missing bucket also returns 404; there the health check throws.
    if (!found) await healthCheck()
    return found
  }

  return {
    put: (name, body, type) =>
      request(
        { method: 'PUT', name, body, headers: { 'content-type': type }, milliseconds: putMs(body.length) },
        async ({ status }) => {
          if (status === 404) throw new StorageError(`${store}-refused`, '404')
        },
      ),
    ...createMultipartUploads(request, { prefix, store, head, partBytes }),
    read: (name) => readStream(request, name, store),
    async download(name, file) {
      const headers = await downloadTo(file, request, name, store)
      return headers && modifiedAt(headers)
    },
    head,
    delete: (name) => request({ method: 'DELETE', name }, async () => {}),
    async *list(start) {
      let token: string | undefined
      do {
        const query = {
          'list-type': '2',
          prefix: prefix + start,
          ...(token !== undefined && { 'continuation-token': token }),
        }
        const page: string = await request({ method: 'GET', query }, (response) => response.text())
        for (const [entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = textOf('Key', entry)
          if (name.startsWith(prefix)) yield { name: name.slice(prefix.length), size: Number(textOf('Size', entry)) }
        }
        token = textOf('IsTruncated', page) === 'true' ? textOf('NextContinuationToken', page) : undefined
      } while (token)
    },
    healthCheck,
  }
}

function putMs(bytes: number): number {
  return Math.min(PUT_TIMEOUT_MS.most, PUT_TIMEOUT_MS.least + bytes / SLOW_UPLINK)
}

function modifiedAt(headers: Headers): Date {
  const date = new Date(headers.get('last-modified') ?? '')
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

/** In ms: a stream without a byte for this long has failed. */
const STALLED_MS = 30_000
/** The same while a reader waits for the whole object. */
const STALLED_DOWNLOAD_MS = 5000
const TRANSFER_TIMEOUT_MS = 30_000

/** Opens an object for reading. A stream that fails is not resumed: the reader's error says so. */
function readStream(request: SendS3Request, name: string, store: StoreName) {
  return request({ method: 'GET', name, isStreamed: true }, async ({ status, headers, body }) => {
    if (status === 404 || !body) return undefined
    return { content: chunksOf(body, store), size: Number(headers.get('content-length') ?? Number.NaN) }
  })
}

/** Downloads an object into a file. Returns its response headers; undefined if missing. */
function downloadTo(file: string, request: SendS3Request, name: string, store: StoreName) {
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
