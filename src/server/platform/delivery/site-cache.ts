import { createPageCache, type PageCache, type PageCacheOptions } from './page-cache.ts'

/** Share of the API's lists, which have thousands of valid URLs (`limit`, `page` and filters). */
const LISTS_SHARE = 1 / 4

/** The cache of the whole site, in two parts, so that requests for many lists evict no page. */
export function createSiteCache({ maxBytes, ...options }: PageCacheOptions): PageCache {
  const lists = createPageCache({ ...options, maxBytes: Math.floor(maxBytes * LISTS_SHARE) })
  const pages = createPageCache({ ...options, maxBytes: Math.ceil(maxBytes * (1 - LISTS_SHARE)) })
  const cacheOf = (key: string) => (key.startsWith('/api/') ? lists : pages)
  return {
    send: (key, request, response) => cacheOf(key).send(key, request, response),
    fill: (page, request, response) => cacheOf(page.key).fill(page, request, response),
    purge(purge) {
      pages.purge(purge)
      lists.purge(purge)
    },
    bypass(isBypassed) {
      pages.bypass(isBypassed)
      lists.bypass(isBypassed)
    },
    size() {
      const [one, other] = [pages.size(), lists.size()]
      return { pages: one.pages + other.pages, bytes: one.bytes + other.bytes }
    },
  }
}
