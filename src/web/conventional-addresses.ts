/**
 * Addresses that clients request by convention, or that readers know from other publishing systems, with what they mean here.
 * A page of the owner at the address takes precedence. The first pattern that matches counts.
 */
const conventions: readonly [pattern: RegExp, target: string][] = [
  [/^\/(?:letters|newsletters?)\/(?:feed|rss|atom)(?:\.xml)?$/i, '/letters/feed.xml'],
  [/^\/(?:blog\/)?(?:feed\/json|feed\.json)$/i, '/feed.json'],
  [/^\/(?:blog\/|posts\/)?(?:(?:blog-)?feeds?|rss2?|atom|rdf|index)\.(?:xml|rss|atom|rdf)$/i, '/feed.xml'],
  [/^\/(?:(?:blog|category|tag|author)\/(?:.+\/)?)?(?:feeds?|rss2?|atom|rdf)(?:\/(?:rss2?|atom|rdf))?$/i, '/feed.xml'],
  [/^\/feeds\/posts\/(?:default|summary)$/i, '/feed.xml'],
  [/^\/[\w-]*sitemap[\w-]*(?:\.xml)?$/i, '/sitemap.xml'],
  [/^\/apple-touch-icon(?:-\d+x\d+)?(?:-precomposed)?\.png$/i, '/apple-touch-icon.png'],
  [/^\/(?:home|default|index)(?:\.(?:html?|php|aspx?))?$/i, '/'],
  [/^\/index\.php(\/.+)$/i, '$1'],
  [/^(\/.+)\/index\.(?:html?|php)$/i, '$1'],
  [/^\/(?:blog\/)?page\/([1-9]\d{0,4})$/i, '/blog?page=$1'],
  [/^\/(?:posts?|articles?)$/i, '/blog'],
  [/^\/(?:posts?|articles?|p|(?:blog\/)?\d{4}\/\d\d(?:\/\d\d)?)\/([^/]+?)(?:\.html?)?$/i, '/blog/$1'],
  [/^\/categor(?:y|ies)\/([^/]+)$/i, '/blog/category/$1'],
  [/^\/(?:blog\/)?category\/([^/]+)\/page\/([1-9]\d{0,4})$/i, '/blog/category/$1?page=$2'],
  [/^(\/blog\/.+)\/amp$/i, '$1'],
  [/^\/(?:store|products?)$/i, '/shop'],
  [/^\/(?:store|products?)\/([^/]+)$/i, '/shop/$1'],
  [/^\/(?:about-(?:me|us)|authors?\/[^/]+)$/i, '/about'],
  [/^\/contact-(?:me|us)$/i, '/contact'],
  [/^\/(?:subscribe|sign-?up)$/i, '/newsletter'],
  [/^\/privacy$/i, '/privacy-policy'],
  [/^\/impressum$/i, '/imprint'],
  [/^\/(?:affiliate-)?(?:disclosures?|disclaimer)$/i, '/affiliate-disclosure'],
  [/^\/(?:wp-login(?:\.php)?|sign-?in|log-in)$/i, '/login'],
  [/^\/wp-admin$/i, '/admin'],
  [/^(\/.+)(?:\.(?:html?|php|aspx?)|%2f)$/i, '$1'],
  [/^\/([^/.]+)$/, '/blog/$1'],
]

/** The path that a URL without a page means, with the whole query if it has one; undefined for one that no convention knows. */
export function conventionalTarget({ pathname, search }: URL): string | undefined {
  const found = conventions.find(([pattern]) => pattern.test(pathname))
  const target = found && pathname.replace(...found)
  if (!target || target === pathname) return undefined
  return target.includes('?') && search ? `${target}&${search.slice(1)}` : target
}

/** Whether an address is a file of the server, not a page. */
export function isFile(address: string): boolean {
  return /\.(?:xml|json|png)$/.test(address)
}

/** Returns the target of a list's query by convention, such as the feed for `/?feed=rss2`, with the rest of the query. */
export function conventionalQueryTarget({ pathname, searchParams }: URL): string | undefined {
  if (pathname !== '/' && pathname !== '/blog') return undefined
  if (/^(?:feed|rss|atom|rdf)/i.test(searchParams.get('feed') ?? searchParams.get('format') ?? '')) return '/feed.xml'
  const term = pathname === '/' && searchParams.get('s')
  if (!term) return undefined
  const rest = [...searchParams].filter(([name]) => name !== 's')
  return `/search?${new URLSearchParams([['q', term], ...rest])}`
}
