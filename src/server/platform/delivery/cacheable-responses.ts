import type { CacheTag, Endpoint } from '../../../contract/endpoint.ts'
import { policyOf } from '../http/path-policy.ts'
import type { RenderedPage } from './renderer.ts'

export type CacheableResponse = {
  /** Path and query without the parameters that do not change the response. */
  key: string
  tags: readonly CacheTag[]
}

/** Finds out how the response to a GET is cached; undefined for one that may differ between visitors. */
export type FindCacheable = (url: URL) => CacheableResponse | undefined

/** The cacheable responses outside the pages: endpoints that are declared so, and feeds. */
export function createCacheableResponses(endpoints: readonly Endpoint[]): FindCacheable {
  const rules = endpoints.flatMap((endpoint) => {
    if (endpoint.method !== 'GET' || !endpoint.cacheable) return []
    const variants = endpoints.filter(({ method, path }) => method === 'GET' && path === endpoint.path)
    return {
      path: new RegExp(`^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
      parameters: Object.keys(endpoint.query?.shape ?? {}),
      /** Parameters that lead to another endpoint with the same path. */
      others: variants.flatMap(({ when }) => when ?? []),
      tags: endpoint.dependsOn ?? [],
    }
  })

  return (url) => {
    const { cacheTags } = policyOf(url.pathname)
    if (cacheTags) return { key: url.pathname, tags: cacheTags }
    const rule = rules.find(({ path }) => path.test(url.pathname))
    if (!rule || rule.others.some((name) => url.searchParams.has(name))) return undefined
    const query = new URLSearchParams()
    for (const name of rule.parameters) {
      const value = url.searchParams.get(name)
      if (value !== null) query.set(name, value)
    }
    const text = query.toString()
    return { key: text ? `${url.pathname}?${text}` : url.pathname, tags: rule.tags }
  }
}

/** Requests the response without a cookie, so that nothing of the owner's is cached. Only a 200 is cached. */
export async function fetchAnonymously(
  fetchApp: (request: Request) => Response | Promise<Response>,
  { key, tags }: CacheableResponse,
): Promise<RenderedPage> {
  const response = await fetchApp(new Request(`http://localhost${key}`))
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !setPerResponse.has(name)))
  if (response.status === 200 && key.startsWith('/api/')) Object.assign(headers, alwaysRevalidate)
  return { status: response.status, html: await response.text(), headers, cacheable: response.status === 200, tags }
}

/** The admin's tables read these lists too and must show a change at once, also behind a shared cache. */
const alwaysRevalidate = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'cdn-cache-control': 'public, max-age=0, must-revalidate',
}

/** Set by the page cache or by node:http. */
const setPerResponse = new Set(['cache-control', 'content-length', 'vary'])
