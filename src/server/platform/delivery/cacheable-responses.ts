import { type CacheTag, type Endpoint, isFor, type ReadEndpoint } from '../../../contract/platform/endpoint.ts'
import type { ErrorContext } from '../http/error-report.ts'
import { policyOf } from '../http/path-policy.ts'
import type { RenderedPage } from './renderer.ts'

export type CacheableResponse = {
  /** The canonical URL: without the parameters that do not change the response, and one spelling of those that do. */
  key: string
  tags: readonly CacheTag[]
}

/** Finds out how the response to a GET is cached; undefined for one that may differ between visitors. */
export type FindCacheable = (url: URL) => CacheableResponse | undefined

/** The cacheable responses outside the pages: endpoints that are declared so, and feeds. */
export function createCacheableResponses(endpoints: readonly Endpoint[]): FindCacheable {
  const reads = endpoints.filter((endpoint) => endpoint.method === 'GET')
  const rules = reads.flatMap((endpoint) => {
    const variants = reads.filter(({ path }) => path === endpoint.path)
    if (!endpoint.cacheable && variants.some((variant) => variant.cacheable)) return []
    return {
      path: new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
      endpoint,
      others: variants.filter(({ when }) => when !== undefined),
      tags: endpoint.dependsOn ?? [],
    }
  })

  return (url) => {
    const { cacheTags } = policyOf(url.pathname)
    if (cacheTags) return { key: url.pathname, tags: cacheTags }
    for (const { path, endpoint, others, tags } of rules) {
      const found = path.exec(url.pathname)
      if (!found) continue
      // `/routines/build` is not a routine with that slug.
      if (!endpoint.cacheable) return undefined
      if (others.some((other) => isFor(other, (name) => url.searchParams.get(name)))) return undefined
      const key = canonicalUrl(endpoint, found.groups ?? {}, url.searchParams)
      return key === undefined ? undefined : { key, tags }
    }
    return undefined
  }
}

/** The URL from parsed values, since `limit=3`, `limit=03` and `limit=3.0` are one. Undefined for an invalid value. */
function canonicalUrl(
  { path, params = {}, query, caches }: ReadEndpoint,
  segments: Record<string, string>,
  searchParams: URLSearchParams,
): string | undefined {
  let address = `/api${path}`
  for (const [name, schema] of Object.entries(params)) {
    const value = schema.safeParse(decode(segments[name] ?? ''))
    if (!value.success) return undefined
    address = address.replace(`:${name}`, () => encodeURIComponent(String(value.data)))
  }
  if (!query) return address
  const given = Object.keys(query.shape).flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  const parsed = query.safeParse(Object.fromEntries(given))
  if (!parsed.success || caches?.(parsed.data) === false) return undefined
  const values = Object.entries(parsed.data).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${address}?${text}` : address
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * Requests the response without a cookie, so that nothing of the owner's is cached. Only a 200 is cached, and no empty list
 * of a filter, since any made-up filter gives one.
 */
export async function fetchAnonymously(
  fetchApp: (request: Request) => Response | Promise<Response>,
  { key, tags }: CacheableResponse,
  { requestId }: Pick<ErrorContext, 'requestId'>,
): Promise<RenderedPage> {
  // An error is logged with the id.
  const sent = new Headers(requestId === undefined ? {} : { 'x-request-id': requestId })
  const response = await fetchApp(new Request(`http://localhost${key}`, { headers: sent }))
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !setPerResponse.has(name)))
  if (response.status === 200 && key.startsWith('/api/')) Object.assign(headers, alwaysRevalidate)
  const text = await response.text()
  const cacheable = response.status === 200 && !(text === '[]' && key.includes('?'))
  return { status: response.status, body: [text], headers, cacheable, tags }
}

/** The admin's tables read these lists too and must show a change at once, also behind a shared cache. */
const alwaysRevalidate = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'cdn-cache-control': 'public, max-age=0, must-revalidate',
}

/** Set by the page cache or by node:http. */
const setPerResponse = new Set(['cache-control', 'content-length', 'vary'])
