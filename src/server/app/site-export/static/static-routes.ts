/**
 * Decides which pages a static copy has of each route of the site: the query parameters of which each linked value is a page of its own,
 * or why it has no page of the route. A test compares the list with the route table.
 */
export const staticRoutes: Readonly<Record<string, readonly string[] | { without: string }>> = {
  '/': [],
  '/blog': ['page'],
  '/blog/category/:slug': ['page'],
  '/blog/:slug': [],
  // Those of a category, and those to which pages of ingredients and routines link; other choices need the form.
  '/shop': ['category', 'brand', 'skin', 'concern', 'ingredient', 'page'],
  '/shop/:slug': [],
  '/ingredients': [],
  '/ingredients/:slug': [],
  '/routines': ['page'],
  '/routines/:slug': [],
  '/about': [],
  '/contact': [],
  '/newsletter': [],
  '/letters': ['page'],
  '/letters/:slug': [],
  // The keywords of posts lead to a search.
  '/search': ['q'],
  '/privacy-policy': [],
  '/affiliate-disclosure': [],
  '/imprint': [],
  '/:slug/versions/:version': [],
  '/not-found': [],
  '/:slug': [],
  '/routines/build': { without: 'chooses products for each visitor' },
  '/newsletter/:act': { without: 'is for the link of one mail' },
  '/preview/:id': { without: 'shows drafts' },
  '/shared-preview/:token': { without: 'shows drafts' },
  '/preview/routines/:id': { without: 'shows drafts' },
  '/login': { without: 'signs in' },
  '/forgot-password': { without: 'signs in' },
  '/reset-password': { without: 'signs in' },
  '/setup': { without: 'signs in' },
  '/admin': { without: 'is the admin' },
  '/admin/:tab': { without: 'is the admin' },
  '/admin/:tab/:id': { without: 'is the admin' },
}

/**
 * The address of a page in the copy, from its canonical address on the site: without the parameters that make no page, and undefined
 * if the copy has none of its route.
 */
export function staticKey(pattern: string, key: string): string | undefined {
  const decided = staticRoutes[pattern]
  if (!decided || 'without' in decided) return undefined
  const [path = '/', query = ''] = key.split('?')
  const kept = [...new URLSearchParams(query)].filter(([name]) => decided.includes(name))
  // A search without a term, which a visitor would enter.
  if (pattern === '/search' && kept.length === 0) return undefined
  // Only a redirect may be there, such as that of `/go/serum`, or of the number of a post in WordPress.
  if (pattern === '/not-found' || (pattern === '/' && query)) return key
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}
