import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StorageError, type StoreName } from './blob-storage.ts'
import type { Bucket } from './media-url.ts'

export type S3Limits = {
  /** Timeout per attempt in ms, of the response headers. */
  responseMs: number
  /** Pauses in ms before the second and later attempts, with up to 50% jitter. */
  backoff: readonly number[]
  /** Circuit breaker in ms: after all attempts have failed, requests fail fast for this long. */
  cooldownMs: number
}

const defaults: S3Limits = { responseMs: 5000, backoff: [200, 1000], cooldownMs: 2000 }
/** Share of the response timeout after which a request for media, for which a reader waits, is not tried again. */
const RETRY_WITHIN = 0.8

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  name?: string
  query?: Record<string, string>
  body?: Buffer
  headers?: Record<string, string>
  /** Limits the wait for the response headers. */
  milliseconds?: number
  /** Limits the body, from the headers on; if absent, `milliseconds` covers both. */
  transferMs?: number
  /** The body outlives `read`: the timeout is for the headers alone. */
  isStreamed?: boolean
}

/** Sends a request with retries; `read` consumes the response. */
export type SendS3Request = <T>(
  options: S3Request,
  read: (response: Response) => Promise<T>,
  /** The pauses before further attempts. */
  attempts?: readonly number[],
) => Promise<T>

type Client = Bucket & { store: StoreName; signer: AwsClient; responseMs: number }

/** Adds retries, timeouts and error mapping to the signing library. */
export function createS3Requests(bucket: Bucket, store: StoreName, limits: Partial<S3Limits> = {}): SendS3Request {
  const { responseMs, backoff, cooldownMs } = { ...defaults, ...limits }
  const { region, accessKeyId, secretAccessKey, sessionToken } = bucket
  const signer = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, region, service: 's3' })
  const client: Client = { ...bucket, store, signer, responseMs }
  let circuitOpenUntil = 0

  return async (options, read, attempts = backoff) => {
    const startedAt = performance.now()
    if (attempts.length > 0 && circuitOpenUntil > 0) {
      if (startedAt < circuitOpenUntil) throw new StorageError(`${store}-unreachable`, 'as it did not a moment ago')
      // This request is the probe; the others fail fast until it has its verdict.
      circuitOpenUntil = startedAt + responseMs
    }
    for (let tries = 0; ; tries++) {
      try {
        const result = await attempt(client, options, read)
        circuitOpenUntil = 0
        return result
      } catch (error) {
        const failure = error instanceof StorageError ? error : unreachable(store, error)
        // A disk error while writing the object.
        if (!failure || failure.isRefusal) {
          // The store responded.
          circuitOpenUntil = 0
          throw failure ?? error
        }
        const isLate = store === 'media' && performance.now() - startedAt > RETRY_WITHIN * responseMs
        const pause = isLate ? undefined : attempts[tries]
        if (pause === undefined) {
          // A health check has one attempt, so its failure does not open the circuit.
          if (attempts.length > 0) circuitOpenUntil = performance.now() + cooldownMs
          throw failure
        }
        await setTimeout(pause * (1 + Math.random() / 2))
      }
    }
  }
}

async function attempt<T>(client: Client, options: S3Request, read: (response: Response) => Promise<T>): Promise<T> {
  const { method, name, milliseconds = client.responseMs, transferMs, isStreamed } = options
  const signed = await sign(client, options)
  const timeout = startTimeout(milliseconds)
  const response = await fetch(signed, { redirect: 'manual', signal: timeout.signal })
  let isLeftOpen = false
  try {
    if (response.ok) {
      if (isStreamed) timeout.stop()
      else if (transferMs !== undefined) timeout.restart(transferMs)
      const result = await read(response)
      isLeftOpen = isStreamed === true
      return result
    }
    // 404 is the only failure with a meaning of its own.
    const code = method === 'HEAD' ? '' : textOf('Code', await response.text())
    if (response.status === 404 && name !== undefined && (code === '' || code === 'NoSuchKey'))
      return await read(response)
    const reason = `${response.status} ${code}`.trim()
    const isPassing = response.status >= 500 || response.status === 429 || code === 'SlowDown'
    throw new StorageError(`${client.store}-${isPassing ? 'unreachable' : 'refused'}`, reason)
  } finally {
    timeout.stop()
    if (!isLeftOpen) await response.body?.cancel().catch(() => {})
  }
}

function sign({ address, prefix, signer }: Client, { method, name, query = {}, body, headers }: S3Request) {
  const path = name === undefined ? '' : `/${prefix}${name}`
  const url = `${address}${path || '/'}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  const sum = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  return signer.sign(url, {
    method,
    headers: { ...headers, 'x-amz-content-sha256': sum },
    ...(body && { body: new Uint8Array(body) }),
  })
}

/** The text of the first element with a name. The responses are flat. */
export function textOf(name: string, xml: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"', '#39': "'" }
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (whole, entity: string) => entities[entity] ?? whole)
}

/** `AbortSignal.timeout` that can be stopped and restarted. */
function startTimeout(milliseconds: number) {
  const timedOut = new AbortController()
  const start = (ms: number) =>
    globalThis.setTimeout(() => timedOut.abort(new DOMException('The request timed out', 'TimeoutError')), ms)
  let timer = start(milliseconds)
  const stop = () => clearTimeout(timer)
  return {
    signal: timedOut.signal,
    stop,
    restart(ms: number) {
      stop()
      timer = start(ms)
    },
  }
}

/** The network error that fetch reports as cause; undefined for other errors. */
export function unreachable(store: StoreName, error: unknown): StorageError | undefined {
  if (!(error instanceof TypeError || error instanceof DOMException)) return undefined
  const { code } = (error.cause ?? {}) as { code?: string }
  const reason = error.name === 'TimeoutError' ? 'no answer in time' : (code ?? 'the connection failed')
  return new StorageError(`${store}-unreachable`, reason, { cause: error })
}
