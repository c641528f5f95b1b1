import type { QueryClient } from '@tanstack/react-query'
import type { LegalPageSlug } from '../contract/app/legal-texts.ts'
import type { BuiltInPage } from '../contract/content/built-in-pages.ts'
import { furtherReadingQuery } from './data/further-reading.ts'
import type { Queries } from './data/queries.ts'
import { pageHref, postHref, searchTerm } from './hrefs.ts'
import { type LazyPage, lazyPage } from './lib/lazy-page.tsx'

import { compilePattern, fillPattern, type ParamsOf } from './lib/route-pattern.ts'
import { shopParameters } from './shop-parameters.ts'
import { wishParameters } from './site/routines/wish-parameters.ts'

/** Given to `load` of a route, which fills the query client before or while the code of the page loads. */
export type LoadContext = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
/**
 * A redirect keeps the query of the request (`page-cache.ts`). `isKnown: false` for a page that exists for any text in its URL, such as a category without products. `isShown: true` for a
 * page that says itself what is missing.
 */
export type LoadResult =
  | { status: 404; isShown?: true }
  | { status: 301; location: string }
  | { status: 200; isKnown: false }
  | undefined

/**
 * The values of a query parameter that make a difference to the page, or a function that returns the canonical form of a
 * value; undefined for one that makes none. Of a list, which a form repeats for each of its values, it gets all of them,
 * separated by commas.
 */
export type Parameter = readonly string[] | (((value: string) => string | undefined) & { isList?: true })

/** Only the server reads these fields; the browser's bundle omits them. */
type ServerRoute = {
  /** The module of the page in the browser below `src/web`, as in the manifest of the bundler. */
  module: string
  /** The query parameters that the page depends on; the page cache ignores all others. None by default. */
  reads?: Readonly<Record<string, Parameter>>
  /** Whether the page cache may store the page; true by default. */
  cache?: boolean
  /** Whether the back/forward cache may keep an uncached page: not with a secret in the URL, and not in the admin. */
  restorable?: boolean
  /** Whether scripts load before the first paint, for pages that are useless without them. */
  needsScript?: boolean
}

export type Route = Required<ServerRoute> & {
  pattern: string
  page: LazyPage
  load(context: LoadContext, params: Record<string, string>): Promise<LoadResult>
  match(pathname: string): Record<string, string> | undefined
  /** The path with its parameters in one percent-encoding. */
  pathOf(params: Record<string, string>): string
}

type Load<Pattern extends string> = (context: LoadContext, params: ParamsOf<Pattern>) => Promise<LoadResult | unknown[]>

const notFound = { status: 404 } as const
/** A malformed number stays, and the page is not found. */
const pageParameter: Parameter = (value) => (value === '1' ? undefined : value)
const text: Parameter = (value) => value || undefined
/** The server renders the shell only, so its bundle contains no charts and no editor (`scripts/vite-browser-only.ts`). */
const adminPage = import.meta.env.SSR
  ? lazyPage(() => import('./admin/admin-shell.tsx'), 'AdminShell')
  : lazyPage(() => import('./admin/admin-page.tsx'), 'AdminPage')

const loadNewest = async (context: LoadContext) =>
  (await import('./site/newsletter-archive/load-newsletters.ts')).loadNewest(context)

const legalPages = () => import('./site/legal/legal-pages.tsx')

export const notFoundRoute = route(
  '/not-found',
  { module: 'site/not-found/not-found-page.tsx', cache: false },
  lazyPage(() => import('./site/not-found/not-found-page.tsx'), 'NotFoundPage'),
  async () => notFound,
)

/** The pages of the owner. */
export const pageRoute = route(
  '/:slug',
  { module: 'site/page/content-page.tsx' },
  lazyPage(() => import('./site/page/content-page.tsx'), 'ContentPage'),
  async ({ queryClient, queries }, { slug }) => {
    const page = await queryClient.fetchQuery(queries.page(slug))
    if (!page) return notFound
    if (page.slug === slug) return
    queryClient.setQueryData(queries.page(page.slug).queryKey, page)
    return { status: 301, location: pageHref(page.slug) } as const
  },
)

/** Every page of the site. The first match wins. */
export const routes: Route[] = [
  route(
    '/',
    { module: 'site/home/home-page.tsx' },
    lazyPage(() => import('./site/home/home-page.tsx'), 'HomePage'),
    async (context) => (await import('./site/home/load-home.ts')).loadHome(context),
  ),
  route(
    '/blog',
    { module: 'site/blog/blog-page.tsx', reads: { page: pageParameter } },
    lazyPage(() => import('./site/blog/blog-page.tsx'), 'BlogPage'),
    async (context) => (await import('./site/blog/load-blog.ts')).loadBlog(context),
  ),
  route(
    '/blog/category/:slug',
    { module: 'site/blog/blog-page.tsx', reads: { page: pageParameter } },
    lazyPage(() => import('./site/blog/blog-page.tsx'), 'BlogPage'),
    async (context, { slug }) => (await import('./site/blog/load-blog.ts')).loadCategory(context, slug),
  ),
  route(
    '/blog/:slug',
    { module: 'site/blog/post-page.tsx' },
    lazyPage(() => import('./site/blog/post-page.tsx'), 'PostPage'),
    async ({ queryClient, queries }, { slug }) => {
      const post = await queryClient.fetchQuery(queries.post(slug))
      if (!post) return notFound
      if (post.slug !== slug) {
        // An earlier slug: seed the query of the redirect target.
        queryClient.setQueryData(queries.post(post.slug).queryKey, post)
        return { status: 301, location: postHref(post.slug) } as const
      }
      await Promise.all([
        queryClient.prefetchQuery(queries.author()),
        post.categoryId !== null && queryClient.prefetchQuery(queries.postsInCategory(post.categoryId)),
        import.meta.env.SSR && queryClient.prefetchQuery(furtherReadingQuery(queries.read, post.id)),
      ])
    },
  ),
  route(
    '/preview/:id',
    { module: 'site/blog/post-preview-page.tsx', cache: false, needsScript: true },
    lazyPage(() => import('./site/blog/post-preview-page.tsx'), 'PostPreviewPage'),
  ),
  route(
    '/shared-preview/:token',
    { module: 'site/blog/shared-preview-page.tsx', cache: false },
    lazyPage(() => import('./site/blog/shared-preview-page.tsx'), 'SharedPreviewPage'),
    async ({ queryClient, queries }, { token }) => {
      const { sharedPreviewQuery } = await import('./data/shared-preview.ts')
      const post = /^[\w-]{43}$/.test(token)
        ? await queryClient.fetchQuery(sharedPreviewQuery(queries.read, token))
        : null
      return post ? undefined : { status: 404, isShown: true }
    },
  ),
  route(
    '/shop',
    { module: 'site/shop/shop-page.tsx', reads: import.meta.env.SSR ? { ...shopParameters, page: pageParameter } : {} },
    lazyPage(() => import('./site/shop/shop-page.tsx'), 'ShopPage'),
    async (context) => (await import('./site/shop/load-shop.ts')).loadShop(context),
  ),
  route(
    '/shop/:slug',
    { module: 'site/shop/product-page.tsx' },
    lazyPage(() => import('./site/shop/product-page.tsx'), 'ProductPage'),
    async (context, { slug }) => (await import('./site/shop/load-shop.ts')).loadProduct(context, slug),
  ),
  route(
    '/ingredients',
    { module: 'site/ingredients/ingredients-page.tsx', reads: { q: text } },
    lazyPage(() => import('./site/ingredients/ingredients-page.tsx'), 'IngredientsPage'),
    async (context) => (await import('./site/ingredients/load-ingredients.ts')).loadIngredients(context),
  ),
  route(
    '/ingredients/:slug',
    { module: 'site/ingredients/ingredient-page.tsx' },
    lazyPage(() => import('./site/ingredients/ingredient-page.tsx'), 'IngredientPage'),
    async (context, { slug }) => (await import('./site/ingredients/load-ingredients.ts')).loadIngredient(context, slug),
  ),
  route(
    '/routines',
    { module: 'site/routines/routines-page.tsx', reads: { page: pageParameter } },
    lazyPage(() => import('./site/routines/routines-page.tsx'), 'RoutinesPage'),
    async (context) => (await import('./site/routines/load-routines.ts')).loadRoutines(context),
  ),
  route(
    '/routines/build',
    {
      module: 'site/routines/build-page.tsx',
      reads: import.meta.env.SSR ? wishParameters : {},
      cache: false,
      restorable: true,
    },
    lazyPage(() => import('./site/routines/build-page.tsx'), 'BuildPage'),
    async (context) => (await import('./site/routines/load-built-routine.ts')).loadBuiltRoutine(context),
  ),
  route(
    '/routines/:slug',
    { module: 'site/routines/routine-page.tsx' },
    lazyPage(() => import('./site/routines/routine-page.tsx'), 'RoutinePage'),
    async (context, { slug }) => (await import('./site/routines/load-routines.ts')).loadRoutine(context, slug),
  ),
  route(
    '/preview/routines/:id',
    { module: 'site/routines/routine-preview-page.tsx', cache: false, needsScript: true },
    lazyPage(() => import('./site/routines/routine-preview-page.tsx'), 'RoutinePreviewPage'),
  ),
  route(
    '/about',
    { module: 'site/about/about-page.tsx' },
    lazyPage(() => import('./site/about/about-page.tsx'), 'AboutPage'),
    async (context) => {
      const { queryClient, queries } = context
      const standard = queryClient.prefetchQuery(queries.about())
      if (await loadEditedPage(context, 'about')) queryClient.removeQueries(queries.about())
      await standard
    },
  ),
  route(
    '/contact',
    { module: 'site/contact/contact-page.tsx', reads: { sent: ['1'] } },
    lazyPage(() => import('./site/contact/contact-page.tsx'), 'ContactPage'),
    async ({ queryClient, queries }) => {
      const { contactSettingsQuery } = await import('./data/contact-settings.ts')
      await queryClient.prefetchQuery(contactSettingsQuery(queries.read))
    },
  ),
  route(
    '/newsletter',
    { module: 'site/newsletter/newsletter-page.tsx', reads: { subscribed: ['1', 'mail'] } },
    lazyPage(() => import('./site/newsletter/newsletter-page.tsx'), 'NewsletterPage'),
    loadNewest,
  ),
  route(
    '/newsletter/:act',
    {
      module: 'site/newsletter/newsletter-link-page.tsx',
      reads: { token: text, state: text, newsletter: text },
      cache: false,
    },
    lazyPage(() => import('./site/newsletter/newsletter-link-page.tsx'), 'NewsletterLinkPage'),
    async (context, { act }) => (await import('./site/newsletter/load-choices.ts')).loadChoices(context, act),
  ),
  route(
    '/letters',
    { module: 'site/newsletter-archive/archive-page.tsx', reads: { page: pageParameter } },
    lazyPage(() => import('./site/newsletter-archive/archive-page.tsx'), 'ArchivePage'),
    async (context) => (await import('./site/newsletter-archive/load-newsletters.ts')).loadArchive(context),
  ),
  route(
    '/letters/:slug',
    { module: 'site/newsletter-archive/archived-newsletter-page.tsx' },
    lazyPage(() => import('./site/newsletter-archive/archived-newsletter-page.tsx'), 'ArchivedNewsletterPage'),
    async (context, { slug }) =>
      (await import('./site/newsletter-archive/load-newsletters.ts')).loadNewsletter(context, slug),
  ),
  route(
    '/search',
    { module: 'site/search/search-page.tsx', reads: { q: text }, cache: false, restorable: true },
    lazyPage(() => import('./site/search/search-page.tsx'), 'SearchPage'),
    async ({ queryClient, queries, query }) => {
      const term = searchTerm(query)
      if (term) await queryClient.prefetchQuery(queries.search(term))
    },
  ),
  route(
    '/login',
    {
      module: 'site/login/login-page.tsx',
      reads: { redirect: text, password: ['changed'] },
      cache: false,
      needsScript: true,
    },
    lazyPage(() => import('./site/login/login-page.tsx'), 'LoginPage'),
    async ({ queryClient, queries }) => {
      const { demoAccountQuery } = await import('./data/demo-account.ts')
      await queryClient.prefetchQuery(demoAccountQuery(queries.read))
    },
  ),
  route(
    '/forgot-password',
    { module: 'site/login/forgot-password-page.tsx', reads: { sent: ['1'] }, cache: false },
    lazyPage(() => import('./site/login/forgot-password-page.tsx'), 'ForgotPasswordPage'),
    async ({ queryClient, queries }) => {
      const { recoveryQuery } = await import('./data/recovery.ts')
      await queryClient.prefetchQuery(recoveryQuery(queries.read))
    },
  ),
  route(
    '/reset-password',
    { module: 'site/login/reset-password-page.tsx', reads: { token: text }, cache: false },
    lazyPage(() => import('./site/login/reset-password-page.tsx'), 'ResetPasswordPage'),
  ),
  route(
    '/setup',
    { module: 'site/setup/setup-page.tsx', reads: { token: text }, cache: false, needsScript: true },
    lazyPage(() => import('./site/setup/setup-page.tsx'), 'SetupPage'),
  ),
  // The path holds the tab and the open item; the query holds the state of its list.
  ...(['/admin', '/admin/:tab', '/admin/:tab/:id'] as const).map((pattern) =>
    route(pattern, { module: 'admin/admin-page.tsx', cache: false, needsScript: true }, adminPage),
  ),
  route(
    '/privacy-policy',
    { module: 'site/legal/legal-pages.tsx' },
    lazyPage(legalPages, 'PrivacyPolicyPage'),
    (context) => loadLegalPage(context, 'privacy-policy'),
  ),
  route(
    '/affiliate-disclosure',
    { module: 'site/legal/legal-pages.tsx' },
    lazyPage(legalPages, 'AffiliateDisclosurePage'),
    (context) => loadLegalPage(context, 'affiliate-disclosure'),
  ),
  route('/imprint', { module: 'site/legal/legal-pages.tsx' }, lazyPage(legalPages, 'ImprintPage'), (context) =>
    loadLegalPage(context, 'imprint'),
  ),
  route(
    '/:slug/versions/:version',
    { module: 'site/legal/legal-pages.tsx' },
    lazyPage(legalPages, 'PolicyVersionPage'),
    async (context, params) => (await legalPages()).loadPolicyVersion(context, params),
  ),
  notFoundRoute,
  // Below every other path.
  pageRoute,
]

export type Match = { route: Route; params: Record<string, string> }

/** The route of a raw pathname, or the not-found route. */
export function matchRoute(pathname: string): Match {
  for (const route of routes) {
    const params = route.match(pathname)
    if (params && !(import.meta.env.SSR && isMisspelled(route, params))) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}

/** `/%62log` is neither a page with the slug `blog` nor the blog. The server decides it; the browser gets its 404. */
function isMisspelled(route: Route, params: Record<string, string>): boolean {
  return route === pageRoute && routes.find((each) => each.match(route.pathOf(params))) !== route
}

/** Loads a built-in page if the owner has replaced its text; whether it did. */
async function loadEditedPage({ queryClient, queries }: LoadContext, slug: BuiltInPage): Promise<boolean> {
  const site = await queryClient.ensureQueryData(queries.site()).catch(() => undefined)
  if (!site?.editedPages?.includes(slug)) return false
  return (await queryClient.fetchQuery(queries.page(slug))) !== null
}

async function loadLegalPage(context: LoadContext, slug: LegalPageSlug): Promise<LoadResult> {
  const isEdited = await loadEditedPage(context, slug)
  return (await legalPages()).loadLegalText(context, { slug, isEdited })
}

function route<const Pattern extends string>(
  pattern: Pattern,
  server: ServerRoute,
  page: LazyPage,
  load?: Load<Pattern>,
): Route {
  const onServer = { reads: {}, cache: true, restorable: false, needsScript: false, ...server }
  return {
    ...((import.meta.env.SSR ? { ...onServer, module: `src/web/${server.module}` } : {}) as Required<ServerRoute>),
    pattern,
    page,
    match: compilePattern(pattern),
    pathOf: (params) => fillPattern(pattern, params),
    async load(context, params) {
      const result = await load?.(context, params as ParamsOf<Pattern>)
      return Array.isArray(result) ? undefined : result
    },
  }
}
