import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import type { ResponseHeaders } from './security-headers.ts'

/** How requests for a path are handled. Cached responses are sent without a lookup. */
export type PathPolicy = {
  /** In metrics. */
  label: 'api' | 'search' | 'click' | 'media' | 'share-image' | 'feed' | 'health' | 'owner-page' | 'page'
  /** Handler of GET and HEAD; the application handles every other method, except on files. */
  handler: 'app' | 'metrics' | 'media' | 'assets' | 'renderer'
  headers: keyof ResponseHeaders
  /** Load shedding: `first` for expensive, uncacheable requests, `never` for probes. */
  shedding: 'first' | 'last' | 'never'
  rateLimit?: 'search'
  /** The tags of a response outside the API that is the same for every visitor: purging one of them removes it from the cache. */
  cacheTags?: readonly CacheTag[]
}

const app = { handler: 'app', headers: 'data', shedding: 'last' } as const
const page: PathPolicy = { label: 'page', handler: 'renderer', headers: 'page', shedding: 'last' }

/** The first pattern that matches counts; every other path is a page. */
const policies: readonly [path: RegExp, policy: PathPolicy][] = [
  [/^\/api\/routines\/build$/, { ...app, label: 'api', shedding: 'first', rateLimit: 'search' }],
  [/^\/api\/search$/, { ...app, label: 'search', shedding: 'first', rateLimit: 'search' }],
  [/^\/api\/analytics\/click$/, { ...app, label: 'click' }],
  [/^\/(?:api|postback|hooks)(?:\/|$)/, { ...app, label: 'api' }],
  // Any combination of choices is a page of its own, which is not cached.
  [/^\/routines\/build$/, { ...page, shedding: 'first', rateLimit: 'search' }],
  [/^\/search$/, { ...page, label: 'search', shedding: 'first', rateLimit: 'search' }],
  [
    /^\/(?:admin|login|setup|preview|forgot-password|reset-password)(?:\/|$)/,
    { ...page, label: 'owner-page', headers: 'owner' },
  ],
  [/^\/shared-preview\//, { ...page, headers: 'owner', shedding: 'first', rateLimit: 'search' }],
  [/^\/media\//, { ...app, label: 'media', handler: 'media' }],
  [/^\/assets\//, { ...app, label: 'page', handler: 'assets' }],
  [/^\/(?:share|icons)\//, { ...app, label: 'share-image', shedding: 'first' }],
  [
    /^\/feed\.(?:xml|json)$/,
    {
      ...app,
      label: 'feed',
      cacheTags: ['posts', 'categories', 'products', 'ingredients', 'routines', 'images', 'settings'],
    },
  ],
  [/^\/letters\/link\//, { ...app, label: 'click' }],
  [
    /^\/letters\/feed\.(?:xml|json)$/,
    {
      ...app,
      label: 'feed',
      cacheTags: ['newsletters', 'posts', 'products', 'ingredients', 'routines', 'images', 'settings'],
    },
  ],
  [
    /^\/sitemap\.xml$/,
    {
      ...app,
      label: 'feed',
      cacheTags: ['posts', 'pages', 'newsletters', 'categories', 'products', 'ingredients', 'routines', 'settings'],
    },
  ],
  [/^\/\.well-known\/(?:change-password|passkey-endpoints)$/, { ...app, label: 'owner-page' }],
  [/^\/robots\.txt$/, { ...app, label: 'feed', headers: 'text' }],
  [/^\/(?:healthz|readyz)$/, { ...app, label: 'health', shedding: 'never' }],
  [/^\/metrics$/, { ...app, label: 'health', handler: 'metrics', shedding: 'never' }],
]

export function policyOf(pathname: string): PathPolicy {
  return policies.find(([path]) => path.test(pathname))?.[1] ?? page
}
