import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StorageError } from './blob-storage.ts'
import type { Bucket } from './media-url.ts'

/** Objects of a bucket, named relative to its prefix. Throws `StorageError` if the bucket is unavailable. */
export type S3 = {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Downloads an object into a file. Returns its modification time; undefined if missing. */
  download(name: string, file: string): Promise<Date | undefined>
  /** The modification time of an object; undefined if missing. */
  head(name: string): Promise<Date | undefined>
  delete(name: string): Promise<void>
  /** All objects with a prefix; sizes in bytes. */
  list(start: string): AsyncIterable<{ name: string; size: number }>
  /** Checks availability with one attempt, ignoring the open circuit. */
  healthCheck(): Promise<void>
}

/** Timeouts per attempt in ms: of a health check, of response headers, of a whole object. */
const HEALTH_CHECK_TIMEOUT_MS = 2000
const RESPONSE_TIMEOUT_MS = 5000
const TRANSFER_TIMEOUT_MS = 30_000
/** Backoff in ms before the second and third attempt, with up to 50% jitter. */
const BACKOFF_MS = [200, 1000]
/** Circuit breaker in ms: after all attempts have failed, requests fail fast for this long. */
const COOLDOWN_MS = 2000

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  name?: string
  query?: Record<string, string>
  body?: Buffer
  headers?: Record<string, string>
  milliseconds?: number
}

/** Adds retries, timeouts and error mapping to the signing library. */
export function createS3(bucket: Bucket, backoff: readonly number[] = BACKOFF_MS): S3 {
  const { address, prefix, region, accessKeyId, secretAccessKey, sessionToken } = bucket
  const signer = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, region, service: 's3' })
  let circuitOpenUntil = 0

  /** Sends a request with retries; `read` consumes the response. */
  async function request<T>(
    options: S3Request,
    read: (response: Response) => Promise<T>,
    attempts = backoff,
  ): Promise<T> {
    if (attempts.length > 0 && performance.now() < circuitOpenUntil)
      throw new StorageError('media-unreachable', 'as it did not a moment ago')
    for (let tries = 0; ; tries++) {
      try {
        const result = await attempt(options, read)
        circuitOpenUntil = 0
        return result
      } catch (error) {
        const failure = error instanceof StorageError ? error : unreachable(error)
        // A disk error while writing the object.
        if (!failure) throw error
        if (failure.kind === 'media-refused') throw failure
        const pause = attempts[tries]
        if (pause === undefined) {
          // A health check has one attempt, so its failure does not open the circuit.
          if (attempts.length > 0) circuitOpenUntil = performance.now() + COOLDOWN_MS
          throw failure
        }
        await setTimeout(pause * (1 + Math.random() / 2))
      }
    }
  }

  async function attempt<T>(options: S3Request, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, name, query = {}, body, headers, milliseconds = RESPONSE_TIMEOUT_MS } = options
    const path = name === undefined ? '' : `/${prefix}${name}`
    const url = `${address}${path || '/'}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await signer.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sum },
      ...(body && { body: new Uint8Array(body) }),
    })
    const response = await fetch(signed, { redirect: 'manual', signal: AbortSignal.timeout(milliseconds) })
    try {
      if (response.ok) return await read(response)
      // 404 is the only failure with a meaning of its own.
      const code = method === 'HEAD' ? '' : textOf('Code', await response.text())
      if (response.status === 404 && name !== undefined && (code === '' || code === 'NoSuchKey'))
        return await read(response)
      const reason = `${response.status} ${code}`.trim()
      const isPassing = response.status >= 500 || response.status === 429 || code === 'SlowDown'
      throw new StorageError(isPassing ? 'media-unreachable' : 'media-refused', reason)
    } finally {
      await response.body?.cancel().catch(() => {})
    }
  }

  function healthCheck(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix }
    const read = async (response: Response) => {
      if (!(await response.text()).includes('<ListBucketResult'))
        throw new StorageError('media-refused', 'its answers are none of an S3 store')
    }
    return request({ method: 'GET', query, milliseconds: HEALTH_CHECK_TIMEOUT_MS }, read, [])
  }

  return {
    put: (name, body, type) =>
      request(
        { method: 'PUT', name, body, headers: { 'content-type': type }, milliseconds: TRANSFER_TIMEOUT_MS },
        async ({ status }) => {
          if (status === 404) throw new StorageError('media-refused', '404')
        },
      ),
    download: (name, file) =>
      request({ method: 'GET', name, milliseconds: TRANSFER_TIMEOUT_MS }, async ({ status, headers, body }) => {
        if (status === 404) return undefined
        await pipeline(body ?? [], createWriteStream(file))
        return modifiedAt(headers)
      }),
    async head(name) {
      const found = await request({ method: 'HEAD', name }, async ({ status, headers }) =>
        status === 404 ? undefined : modifiedAt(headers),
      )
      // A missing bucket also returns 404; there the health check throws.
      if (!found) await healthCheck()
      return found
    },
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
        for (const [, entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = textOf('Key', entry!)
          if (name.startsWith(prefix)) yield { name: name.slice(prefix.length), size: Number(textOf('Size', entry!)) }
        }
        token = textOf('IsTruncated', page) === 'true' ? textOf('NextContinuationToken', page) : undefined
      } while (token)
    },
    healthCheck,
  }
}

function modifiedAt(headers: Headers): Date {
  const date = new Date(headers.get('last-modified') ?? '')
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

/** The text of the first element with a name. The responses are flat. */
function textOf(name: string, xml: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"', '#39': "'" }
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (_, entity: string) => entities[entity]!)
}

/** The network error that fetch reports as cause; undefined for other errors. */
function unreachable(error: unknown): StorageError | undefined {
  if (!(error instanceof TypeError || error instanceof DOMException)) return undefined
  const { code } = (error.cause ?? {}) as { code?: string }
  const reason = error.name === 'TimeoutError' ? 'no answer in time' : (code ?? 'the connection failed')
  return new StorageError('media-unreachable', reason, { cause: error })
}
