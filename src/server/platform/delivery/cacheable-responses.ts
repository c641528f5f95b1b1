import type { RenderedPage } from './renderer.ts'

/** Addresses of the application that answer every visitor alike, with what their answers are made of. */
const cacheablePaths: [path: RegExp, tags: readonly string[]][] = [
  [/^\/feed\.(?:xml|json)$/, ['posts', 'categories', 'products', 'images', 'settings']],
  [/^\/sitemap\.xml$/, ['posts', 'categories']],
  [/^\/api\/site$/, ['settings', 'images', 'users']],
  [/^\/api\/categories(?:\/[^/]+)?$/, ['categories', 'images']],
  [/^\/api\/posts(?:\/category\/\d+)?$/, ['posts', 'categories', 'images']],
  [/^\/api\/products$/, ['products', 'images']],
  [/^\/api\/product-categories$/, ['products']],
]

/** The query parameters that those lists read. */
const parameters = ['limit', 'page', 'category', 'featured']

export type CacheableResponse = {
  /** The address without what does not change its answer. */
  key: string
  tags: readonly string[]
}

/** How an answer is kept that every visitor gets alike; undefined where the owner may get another one. */
export function findCacheableResponse(url: URL): CacheableResponse | undefined {
  // With a status it is the owner's list.
  if (url.searchParams.has('status')) return undefined
  const tags = cacheablePaths.find(([path]) => path.test(url.pathname))?.[1]
  if (!tags) return undefined
  const query = new URLSearchParams()
  for (const name of parameters) {
    const value = url.searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  const text = query.toString()
  return { key: text ? `${url.pathname}?${text}` : url.pathname, tags }
}

/**
 * Asks the application as a stranger without a cookie, so that nothing that is meant for the owner can be kept for
 * others. A refusal or a failure is answered but not kept.
 */
export async function fetchAnonymously(
  fetchApp: (request: Request) => Response | Promise<Response>,
  { key, tags }: CacheableResponse,
): Promise<RenderedPage> {
  const response = await fetchApp(new Request(`http://localhost${key}`))
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !perRequest.has(name)))
  if (response.status === 200 && key.startsWith('/api/')) Object.assign(headers, alwaysRevalidate)
  return { status: response.status, html: await response.text(), headers, cacheable: response.status === 200, tags }
}

/** The owner's tables read these lists too, and must show a change at once, whatever stands between. */
const alwaysRevalidate = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'cdn-cache-control': 'public, max-age=0, must-revalidate',
}

/** Said anew for each request, or by the cache itself. */
const perRequest = new Set(['cache-control', 'content-length', 'vary'])
