import { setTimeout as delay } from 'node:timers/promises'
import { parseExactJson } from '../exact-json.ts'

/** A failed fetch as a sentence for the owner. */
export class FetchProblem extends Error {
  /** Whether another attempt may succeed by itself. */
  readonly isTemporary: boolean

  constructor(sentence: string, { isTemporary = false } = {}) {
    super(sentence)
    this.isTemporary = isTemporary
  }
}

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>
export const waitFor: Wait = (milliseconds, signal) => delay(milliseconds, undefined, { signal })

type ApiRequest = { url: URL; headers: Record<string, string>; body?: string }
export type ApiClient = (request: ApiRequest) => Promise<unknown>

const BYTES_MAX = 32 * 1024 * 1024
const TIMEOUT_MS = 60_000
const ATTEMPTS = 4
const RETRY_MS = 2000
/** A network that wants a longer pause is left until the next run. */
const RETRY_AFTER_MAX_MS = 5 * 60_000

/**
 * Requests JSON of the API of a network: with retries after 429, 5xx and lost connections, none after any other status.
 * Follows no redirect, which would take the token elsewhere. Throws `FetchProblem`.
 */
export function createApiClient(label: string, { signal, wait }: { signal: AbortSignal; wait: Wait }): ApiClient {
  const attempt = async ({ url, headers, body }: ApiRequest) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const response = await fetch(url, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        headers: { accept: 'application/json', ...headers },
        redirect: 'manual',
        signal: ends,
      })
      const { status } = response
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000
      if (status !== 200) {
        await response.body?.cancel()
        return { status, retryAfter, text: '' }
      }
      return { status, retryAfter, text: await readText(response, label) }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FetchProblem) throw error
      return { status: 0, retryAfter: Number.NaN, text: '' }
    }
  }

  return async (request) => {
    for (let count = 1; ; count++) {
      const { status, retryAfter, text } = await attempt(request)
      if (status === 200) return parse(text, label)
      if (status === 401 || status === 403)
        throw new FetchProblem(`${label} rejected the token. Please check the account ID and the token.`)
      if (status !== 0 && status !== 429 && status < 500)
        throw new FetchProblem(`${label} rejected the request with status ${status}. Please check the account ID.`)
      const pause = Number.isFinite(retryAfter) ? retryAfter : RETRY_MS * 2 ** (count - 1)
      if (count === ATTEMPTS || pause > RETRY_AFTER_MAX_MS)
        throw new FetchProblem(giveUp(label, status), { isTemporary: true })
      await wait(pause, signal)
    }
  }
}

function giveUp(label: string, status: number): string {
  if (status === 0) return `${label} could not be reached. It is tried again later.`
  if (status === 429) return `${label} received too many requests. It is tried again later.`
  return `${label} failed with status ${status}. It is tried again later.`
}

async function readText(response: Response, label: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > BYTES_MAX) throw new FetchProblem(`The response of ${label} is too large.`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parse(text: string, label: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new FetchProblem(`The response of ${label} is not valid JSON.`, { isTemporary: true })
  }
}
