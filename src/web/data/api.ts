import type { ErrorBody } from '../../contract/platform/errors.ts'

/** A non-OK response of the API; its message reads `404: Post not found`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>, fallback: string) {
    super(`${status}: ${body.message || fallback}`)
    this.status = status
    this.body = body
  }
}

/** A new idempotency key of 128 random bits; works without `crypto.randomUUID`, which needs a secure context. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `path` with the given query parameters, except undefined ones. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** One request with cookies. Rejects with an ApiError unless the response is OK. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'include', ...init })
  if (response.ok) return response
  const error = await toError(response)
  // These only mean that the owner has to sign in, or to confirm it.
  if (error.status !== 401 && error.body.needs !== 'step-up') console.error(error.message)
  throw error
}

async function toError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  try {
    return new ApiError(response.status, JSON.parse(text) as Partial<ErrorBody>, response.statusText)
  } catch {
    return new ApiError(response.status, {}, text || response.statusText)
  }
}
