/** The key of every cached response, for purges of everything. */
export const ALL_PAGES = 'all'

/** The cache tags of a response for CDNs: `Cache-Tag` of Cloudflare, `Surrogate-Key` of Fastly and Varnish's xkey. */
export function surrogateKeys(tags: readonly string[]): Record<string, string> {
  const keys = [...new Set([...tags, ALL_PAGES])]
  return { 'cache-tag': keys.join(','), 'surrogate-key': keys.join(' ') }
}
