import type { ErrorBody } from '../../contract/errors.ts'
import type { Page } from '../../contract/paths.ts'

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

/** Reads JSON. The response is not parsed again: both ends are built from the same contract. */
export async function getJson<T>(path: string): Promise<T> {
  return (await (await send(path, {})).json()) as T
}

/** Like `getJson`; undefined for a 404. */
export async function findJson<T>(path: string): Promise<T | undefined> {
  return getJson<T>(path).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
}

/** Reads one page of a list, with the total from the `X-Total-Count` header. */
export async function getPage<T>(path: string): Promise<Page<T>> {
  const response = await send(path, {})
  const items = (await response.json()) as T[]
  return { items, total: Number(response.headers.get('x-total-count') ?? items.length) }
}

/** Writes JSON. `key` is the idempotency key, created once per user action and sent with every retry. */
export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: unknown,
  key?: string,
): Promise<T> {
  const headers: Record<string, string> = {}
  if (payload !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  const body = payload === undefined ? undefined : JSON.stringify(payload)
  return (await (await send(path, { method, headers, body })).json()) as T
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
  // A 401 only means that there is no session.
  if (error.status !== 401) console.error(error.message)
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
