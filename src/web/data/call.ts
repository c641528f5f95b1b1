import type {
  BodyOf,
  Endpoint,
  OwnerWrite,
  ParamsOf,
  PayloadOf,
  PublicWrite,
  QueryOf,
  Read,
  ReadEndpoint,
  ResultOf,
  SuccessBodyOf,
} from '../../contract/platform/endpoint.ts'
import { ApiError, send, withQuery } from './api.ts'

export type WriteEndpoint = PublicWrite | OwnerWrite

type Address = { params?: object; query?: object }

/** The URL of a call. Undefined query parameters are left out. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Address = {}): string {
  const values: Record<string, unknown> = { ...params }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return withQuery(`/api${path}`, query as Record<string, string | number | undefined>)
}

/** A read's result where a 404 rejects like any other failure. */
export type FoundOf<E extends ReadEndpoint> = Exclude<ResultOf<E>, undefined>

/**
 * Reads over HTTP: the body, or for a list the page with its total from the header. The one place where a response gets
 * its type: both ends are built from the same contract.
 */
export async function readFound<E extends ReadEndpoint>(endpoint: E, input?: Address): Promise<FoundOf<E>> {
  const response = await send(urlOf(endpoint, input), {})
  const body: unknown = await response.json()
  if (!endpoint.list) return body as FoundOf<E>
  const items = body as unknown[]
  return { items, total: Number(response.headers.get('x-total-count') ?? items.length) } as FoundOf<E>
}

/** Reads over HTTP, with undefined for a 404 that the endpoint declares. */
export const browserRead: Read = (endpoint, ...[input]) =>
  readFound(endpoint, input as Address | undefined).catch((error: unknown) => {
    if (endpoint.notFound && error instanceof ApiError && error.status === 404) return undefined as never
    throw error
  })

export type Fields<T> = { [K in keyof T]?: T[K] | undefined }

/** The input of a write. `version` is the version that the writer saw, for `If-Match`. */
export type WriteInput<E extends WriteEndpoint> = (E extends { params: object } ? { params: ParamsOf<E> } : unknown) &
  (E extends { query: object } ? { query?: Fields<QueryOf<E>> } : unknown) &
  (undefined extends BodyOf<E> ? unknown : { body: PayloadOf<E> }) &
  (E extends { ifMatch: true } ? { version?: number } : unknown)

/**
 * Sends a write as JSON. `key` is its idempotency key: made once for what the user did and sent again with each repeat,
 * so that a repeated request acts once.
 */
export async function write<E extends WriteEndpoint>(
  endpoint: E,
  input: WriteInput<E>,
  key?: string,
): Promise<SuccessBodyOf<E>> {
  const { body, version, ...address } = input as Address & { body?: unknown; version?: number }
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  if (version !== undefined) headers['if-match'] = `"${version}"`
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const response = await send(urlOf(endpoint, address), { method: endpoint.method, headers, body: payload })
  return (await response.json()) as SuccessBodyOf<E>
}
