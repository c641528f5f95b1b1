import type { QueryClient } from '@tanstack/react-query'
import { HOME_POSTS, HOME_PRODUCTS, POSTS_PER_PAGE, PRODUCTS_PER_PAGE } from '../contract/limits.ts'
import type { Queries } from './data/queries.ts'
import { categoryPageHref, pageNumber, postHref, searchTerm } from './hrefs.ts'
import { type LazyPage, lazyPage } from './lib/lazy-page.tsx'
import { compilePattern, fillPattern, type ParamsOf } from './lib/route-pattern.ts'

/** Given to `load` of a route, which fills the query client before or while the code of the page loads. */
type LoadContext = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
/** `isKnown: false` for a page that exists for any text in its URL, such as a category without products. */
type LoadResult = { status: 404 } | { status: 301; location: string } | { status: 200; isKnown: false } | undefined

/** Returns the canonical form of a query parameter; undefined for a value that makes no difference to the page. */
type Parameter = (value: string) => string | undefined

export type Route = {
  pattern: string
  page: LazyPage
  /** The module of the page in the browser, as in the manifest of the bundler. */
  module: string
  /** The query parameters that the page depends on; the page cache ignores all others. */
  reads: Readonly<Record<string, Parameter>>
  /** Whether the page cache may store the page. */
  cache: boolean
  /** Whether the back/forward cache may keep an uncached page: not with a secret in the URL, and not in the admin. */
  restorable: boolean
  /** Whether scripts load before the first paint, for pages that are useless without them. */
  needsScript: boolean
  load(context: LoadContext, params: Record<string, string>): Promise<LoadResult>
  match(pathname: string): Record<string, string> | undefined
  /** The path with its parameters in one percent-encoding. */
  pathOf(params: Record<string, string>): string
}

type RouteOptions<Pattern extends string> = {
  reads?: Record<string, Parameter>
  cache?: boolean
  restorable?: boolean
  needsScript?: boolean
  load?(context: LoadContext, params: ParamsOf<Pattern>): Promise<LoadResult | unknown[]>
}

const notFound = { status: 404 } as const
/** A malformed number stays, and the page is not found. */
const pageParameter: Parameter = (value) => (value === '1' ? undefined : value)
const text: Parameter = (value) => value || undefined
const oneOf =
  (...values: string[]): Parameter =>
  (value) =>
    values.includes(value) ? value : undefined
/** The server renders the shell only, so its bundle contains no charts and no editor (`scripts/vite-browser-only.ts`). */
const adminPage = import.meta.env.SSR
  ? lazyPage(() => import('./admin/admin-shell.tsx'), 'AdminShell')
  : lazyPage(() => import('./admin/admin-page.tsx'), 'AdminPage')

/** Every page of the site. The first match wins. */
export const routes: Route[] = [
  route(
    '/',
    'site/home/home-page.tsx',
    lazyPage(() => import('./site/home/home-page.tsx'), 'HomePage'),
    {
      load: ({ queryClient, queries }) =>
        Promise.all([
          queryClient.prefetchQuery(queries.posts({ limit: HOME_POSTS })),
          queryClient.prefetchQuery(queries.posts({ featured: 'true', limit: HOME_POSTS })),
          queryClient.prefetchQuery(queries.products({ limit: HOME_PRODUCTS })),
          queryClient.prefetchQuery(queries.categoryTiles()),
        ]),
    },
  ),
  route(
    '/blog',
    'site/blog/blog-page.tsx',
    lazyPage(() => import('./site/blog/blog-page.tsx'), 'BlogPage'),
    {
      reads: { page: pageParameter },
      load: ({ queryClient, queries, query }) =>
        loadListPage(query, POSTS_PER_PAGE, (page) =>
          queryClient.fetchQuery(queries.posts({ page, limit: POSTS_PER_PAGE })),
        ),
    },
  ),
  route(
    '/blog/category/:slug',
    'site/blog/blog-page.tsx',
    lazyPage(() => import('./site/blog/blog-page.tsx'), 'BlogPage'),
    {
      reads: { page: pageParameter },
      load: async ({ queryClient, queries, query }, { slug }) => {
        const category = await queryClient.fetchQuery(queries.category(slug))
        if (category === null) return notFound
        if (category.slug !== slug) return { status: 301, location: categoryPageHref(category.slug, query) } as const
        return loadListPage(query, POSTS_PER_PAGE, (page) =>
          queryClient.fetchQuery(queries.posts({ page, limit: POSTS_PER_PAGE, category: slug })),
        )
      },
    },
  ),
  route(
    '/blog/:slug',
    'site/blog/post-page.tsx',
    lazyPage(() => import('./site/blog/post-page.tsx'), 'PostPage'),
    {
      load: async ({ queryClient, queries }, { slug }) => {
        const post = await queryClient.fetchQuery(queries.post(slug))
        if (!post) return notFound
        if (post.slug !== slug) {
          // An earlier slug: seed the query of the redirect target.
          queryClient.setQueryData(queries.post(post.slug).queryKey, post)
          return { status: 301, location: postHref(post.slug) } as const
        }
        if (post.categoryId !== null) await queryClient.prefetchQuery(queries.postsInCategory(post.categoryId))
      },
    },
  ),
  route(
    '/preview/:id',
    'site/blog/post-preview-page.tsx',
    lazyPage(() => import('./site/blog/post-preview-page.tsx'), 'PostPreviewPage'),
    { cache: false, needsScript: true },
  ),
  route(
    '/shop',
    'site/shop/shop-page.tsx',
    lazyPage(() => import('./site/shop/shop-page.tsx'), 'ShopPage'),
    {
      reads: { category: text, page: pageParameter },
      load: async ({ queryClient, queries, query }) => {
        const category = query.get('category') || undefined
        await queryClient.prefetchQuery(queries.productCategories())
        const result = await loadListPage(query, PRODUCTS_PER_PAGE, (page) =>
          queryClient.fetchQuery(queries.products({ page, limit: PRODUCTS_PER_PAGE, category })),
        )
        const categories = queryClient.getQueryData(queries.productCategories().queryKey)
        if (result || category === undefined || categories?.includes(category)) return result
        return { status: 200, isKnown: false } as const
      },
    },
  ),
  route(
    '/about',
    'site/about/about-page.tsx',
    lazyPage(() => import('./site/about/about-page.tsx'), 'AboutPage'),
  ),
  route(
    '/contact',
    'site/contact/contact-page.tsx',
    lazyPage(() => import('./site/contact/contact-page.tsx'), 'ContactPage'),
    { reads: { sent: oneOf('1') } },
  ),
  route(
    '/newsletter',
    'site/newsletter/newsletter-page.tsx',
    lazyPage(() => import('./site/newsletter/newsletter-page.tsx'), 'NewsletterPage'),
    { reads: { subscribed: oneOf('1', 'mail') } },
  ),
  route(
    '/newsletter/:act',
    'site/newsletter/newsletter-link-page.tsx',
    lazyPage(() => import('./site/newsletter/newsletter-link-page.tsx'), 'NewsletterLinkPage'),
    {
      reads: { token: text, state: text },
      cache: false,
      load: async (_, { act }) => (/^(?:confirm|unsubscribe)$/.test(act) ? undefined : notFound),
    },
  ),
  route(
    '/search',
    'site/search/search-page.tsx',
    lazyPage(() => import('./site/search/search-page.tsx'), 'SearchPage'),
    {
      reads: { q: text },
      cache: false,
      restorable: true,
      load: async ({ queryClient, queries, query }) => {
        const term = searchTerm(query)
        if (term) await queryClient.prefetchQuery(queries.search(term))
      },
    },
  ),
  route(
    '/login',
    'site/login/login-page.tsx',
    lazyPage(() => import('./site/login/login-page.tsx'), 'LoginPage'),
    {
      reads: { redirect: text },
      cache: false,
      needsScript: true,
    },
  ),
  route(
    '/setup',
    'site/setup/setup-page.tsx',
    lazyPage(() => import('./site/setup/setup-page.tsx'), 'SetupPage'),
    { reads: { token: text }, cache: false, needsScript: true },
  ),
  // The path holds the tab and the open item; the query holds the state of its list.
  ...(['/admin', '/admin/:tab', '/admin/:tab/:id'] as const).map((pattern) =>
    route(pattern, 'admin/admin-page.tsx', adminPage, { cache: false, needsScript: true }),
  ),
  route(
    '/privacy-policy',
    'site/legal/privacy-policy-page.tsx',
    lazyPage(() => import('./site/legal/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
  ),
  route(
    '/affiliate-disclosure',
    'site/legal/affiliate-disclosure-page.tsx',
    lazyPage(() => import('./site/legal/affiliate-disclosure-page.tsx'), 'AffiliateDisclosurePage'),
  ),
  route(
    '/not-found',
    'site/not-found/not-found-page.tsx',
    lazyPage(() => import('./site/not-found/not-found-page.tsx'), 'NotFoundPage'),
    { cache: false, load: async () => notFound },
  ),
]

export const notFoundRoute = routes.at(-1)!

export type Match = { route: Route; params: Record<string, string> }

/** The route of a raw pathname, or the not-found route. */
export function matchRoute(pathname: string): Match {
  for (const route of routes) {
    const params = route.match(pathname)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}

/** Not found for a malformed page number and for one beyond the last page; the page itself shows a failed query. */
async function loadListPage(
  query: URLSearchParams,
  pageSize: number,
  load: (page: number) => Promise<{ total: number }>,
): Promise<LoadResult> {
  const page = pageNumber(query)
  if (page === undefined) return notFound
  const list = await load(page).catch(() => undefined)
  return list && page > 1 && (page - 1) * pageSize >= list.total ? notFound : undefined
}

function route<const Pattern extends string>(
  pattern: Pattern,
  module: string,
  page: LazyPage,
  options: RouteOptions<Pattern> = {},
): Route {
  return {
    pattern,
    page,
    module: `src/web/${module}`,
    reads: options.reads ?? {},
    cache: options.cache ?? true,
    restorable: options.restorable ?? false,
    needsScript: options.needsScript ?? false,
    match: compilePattern(pattern),
    pathOf: (params) => fillPattern(pattern, params),
    async load(context, params) {
      const result = await options.load?.(context, params as ParamsOf<Pattern>)
      return Array.isArray(result) ? undefined : result
    },
  }
}
