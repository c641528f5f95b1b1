import { renderToString } from 'react-dom/server'
import type { Theme } from '../contract/accounts/theme.ts'
import type { Visitor } from '../contract/app/visitor.ts'
import { canonicalSlug } from '../contract/content/canonical-slug.ts'
import { numberedAddress } from '../contract/content/redirect-address.ts'
import { findRedirect } from '../contract/content/redirects.ts'
import type { Read } from '../contract/platform/endpoint.ts'
import { App, type Drawn } from './app.tsx'
import { conventionalQueryTarget, conventionalTarget, isFile } from './conventional-addresses.ts'
import type { CarriedSettings } from './data/page-data.ts'
import { createQueries, createQueryClient } from './data/queries.ts'
import { createServerQueryClient } from './data/server-query-client.ts'
import { preloadLateComponents } from './lib/late-component.tsx'
import { collectQueries, STATE_ELEMENT, serializeState } from './lib/page-state.ts'
import {
  type LoadContext,
  type LoadResult,
  type Match,
  matchRoute,
  notFoundRoute,
  type Parameter,
  pageRoute,
  type Route,
  routes,
} from './routes.ts'
import { PostEnding } from './site/blog/post-ending.tsx'
import { SiteFrame } from './site/layout/site-frame.tsx'
import { UnavailablePage } from './site/unavailable/unavailable-page.tsx'
import montserrat from './styles/fonts/montserrat-basic.woff2?url'
import playfair from './styles/fonts/playfair-display-basic.woff2?url'

export type { CarriedSettings }

const parts = { postEnding: PostEnding }

export type Assets = {
  /** URL of `start.ts`, which loads the other scripts. */
  start: string
  /** URL of `client.tsx`. */
  entry: string
  /** URLs of all chunks that a page module imports, without the entry. */
  chunksOf(module: string): string[]
  /** URLs of the stylesheets of a page module, the common one first. */
  stylesOf(module: string): string[]
  /** The path of a built file by its source. */
  fileOf(source: string): string | undefined
}

export type RenderedPage = {
  status: number
  body: string[]
  headers?: Record<string, string>
  /** True if the same response may be sent to every visitor. */
  cacheable: boolean
  /** Whether a redirect was chosen by the query of the request, which its target does not get. */
  dropsQuery?: boolean
  /** Why parts of the page could not be loaded. */
  errors: unknown[]
  /** The settings that the page shows; undefined if they could not be read. */
  site?: CarriedSettings | undefined
}

/** Loads the code of every page and of what it loads late, because `renderToString` cannot wait for a lazy component. */
export async function preloadPages(): Promise<void> {
  await Promise.all(routes.map((route) => route.page.preload()))
  await preloadLateComponents()
}

/**
 * The cache key of a URL: its path and the query parameters that the route reads, both in one canonical form and order, so
 * that no other spelling of a URL is rendered and cached again.
 */
export function pageKey(url: URL): { key: string; cache: boolean } {
  if (conventionalQueryTarget(url)) return { key: url.pathname + url.search, cache: false }
  const numbered = numberedAddress(url)
  if (numbered !== undefined) return { key: numbered, cache: false }
  const { route, params } = matchRoute(url.pathname)
  const query = new URLSearchParams()
  for (const [name, parameter] of Object.entries(route.reads)) {
    const canonical = toCanonical(parameter, url.searchParams.getAll(name))
    if (canonical !== undefined) query.set(name, canonical)
  }
  const text = query.toString()
  const path = route === notFoundRoute ? url.pathname : route.pathOf(params)
  return { key: text ? `${path}?${text}` : path, cache: route.cache && route !== notFoundRoute }
}

function toCanonical(parameter: Parameter, values: string[]): string | undefined {
  const [first] = values
  if (first === undefined) return undefined
  if (typeof parameter === 'function') return parameter(parameter.isList ? values.join(',') : first)
  return parameter.find((value) => value === first)
}

/** Whether a route matches the URL; the post or category it names may still be missing. A page of the owner does not count. */
export function hasPage(url: URL): boolean {
  const { route } = matchRoute(url.pathname)
  return route !== notFoundRoute && route !== pageRoute
}

/** Renders the document of a URL. The same content always gives the same bytes, so that ETags stay valid. */
export async function renderPage(
  read: Read,
  assets: Assets,
  url: URL,
  { formResponse, usedTabs, theme = {} }: Visitor & { theme?: Theme } = {},
): Promise<RenderedPage> {
  const selected = conventionalQueryTarget(url)
  if (selected) return redirectTo(selected)
  const queryClient = createServerQueryClient()
  const queries = createQueries(read)
  // The number of a post in WordPress names no page here, unless the owner redirects it.
  const match = numberedAddress(url) === undefined ? matchRoute(url.pathname) : { route: notFoundRoute, params: {} }
  const context = { queryClient, queries, query: url.searchParams }
  const errors = new Set<unknown>()
  const spelled = canonicalPath(url.pathname)
  const [result] = await Promise.all([
    loadInAnySpelling(match, context, spelled).catch((error: unknown) => void errors.add(error)),
    queryClient.prefetchQuery(queries.site()),
    queryClient.prefetchQuery(queries.categories()),
  ])

  for (const { state } of queryClient.getQueryCache().getAll()) if (state.status === 'error') errors.add(state.error)
  if (result?.status === 301) {
    queryClient.clear()
    // Any number of a list's pages, and any number of spellings, may stand in the URL.
    const cacheable = match.route.cache && url.search === '' && spelled === undefined
    return { ...redirectTo(result.location), cacheable, errors: [...errors] }
  }
  const isMissing = result?.status === 404 && !result.isShown
  const redirect = isMissing ? await read(findRedirect, { query: { address: url.pathname + url.search } }) : undefined
  if (redirect?.to) {
    queryClient.clear()
    return { ...redirectTo(redirect.to), dropsQuery: redirect.isExact }
  }
  const target = isMissing && (await findConventionalTarget(url, context))
  if (target) {
    queryClient.clear()
    return redirectTo(target)
  }
  const isKnown = result === undefined
  const shown: Match = isMissing ? { route: notFoundRoute, params: {} } : match
  const href = isMissing ? '/not-found' : url.pathname + url.search
  const drawn = drawnWith(theme, assets.stylesOf(shown.route.module))
  const html = renderToString(
    <App
      queryClient={queryClient}
      environment={{ queries, formResponse, usedTabs, parts, renderFragment: renderToString }}
      href={href}
      {...drawn}
    />,
  )

  const site = queryClient.getQueryData(queries.site().queryKey)
  const { failed, queries: loaded } = collectQueries(queryClient, html)
  queryClient.clear()
  const isWhole = errors.size === 0
  const status = result?.status === 404 ? 404 : isWhole ? 200 : 500
  const state = serializeState({ href, queries: loaded, failed, formResponse, usedTabs, ...drawn })
  return {
    status,
    headers: shown.route.restorable && status === 200 && !formResponse ? { 'cache-control': 'private, no-cache' } : {},
    cacheable: shown.route.cache && isWhole && isKnown && !formResponse && !usedTabs,
    errors: [...errors],
    site,
    body: toDocument(html, assets, shown.route, {
      isMissing,
      isIncomplete: failed.length > 0 || formResponse !== undefined,
      state,
    }),
  }
}

/** A page that only another spelling of the URL has is a redirect to it. */
async function loadInAnySpelling(match: Match, context: LoadContext, spelled: string | undefined): Promise<LoadResult> {
  const loaded = await match.route.load(context, match.params)
  if (loaded?.status !== 404 || loaded.isShown || spelled === undefined) return loaded
  const { route, params } = matchRoute(spelled)
  const found = await route.load(context, params)
  return found?.status === 404 ? loaded : { status: 301, location: found?.status === 301 ? found.location : spelled }
}

function redirectTo(location: string): RenderedPage {
  return { status: 301, body: [], headers: { location }, cacheable: false, errors: [] }
}

/** Conventions that one URL may follow at once, such as those of `/index.php/2024/05/slug.html`. */
const CONVENTIONS_MAX = 4

/** Follows the conventions for a URL without a page, several if needed; undefined if the target does not exist. */
async function findConventionalTarget(
  url: URL,
  context: LoadContext,
  stepsLeft = CONVENTIONS_MAX,
): Promise<string | undefined> {
  const target = stepsLeft > 0 ? conventionalTarget(url) : undefined
  if (target === undefined || isFile(target)) return target
  const next = new URL(target, url)
  const { route, params } = matchRoute(next.pathname)
  // If it cannot be loaded, its own address reports that.
  const result = await route.load({ ...context, query: next.searchParams }, params).catch(() => undefined)
  if (result?.status === 301) return result.location
  if (result?.status !== 404) return target
  next.search ||= url.search
  return findConventionalTarget(next, context, stepsLeft - 1)
}

/** The path in the spelling of the route table and of slugs; undefined if it has it, or is malformed. */
function canonicalPath(pathname: string): string | undefined {
  try {
    const decoded = pathname.split('/').map(decodeURIComponent)
    const spelled = decoded.map(canonicalSlug)
    return decoded.every((segment, i) => segment === spelled[i]) ? undefined : spelled.map(encodeURIComponent).join('/')
  } catch {
    return undefined
  }
}

/**
 * The page of a database that is away: complete without data and scripts. Takes the settings as they were last read;
 * without them it shows the defaults.
 */
export function renderUnavailable(assets: Assets, site: CarriedSettings | undefined, theme: Theme = {}): string {
  const queryClient = createQueryClient('server')
  const queries = createQueries(() => Promise.reject(new Error('no page may read here')))
  if (site) queryClient.setQueryData(queries.site().queryKey, site)
  queryClient.setQueryData(queries.categories().queryKey, [])
  const html = renderToString(
    <App
      queryClient={queryClient}
      environment={{ queries, formResponse: undefined }}
      href="/not-found"
      {...drawnWith(theme, assets.stylesOf(notFoundRoute.module))}
    >
      <SiteFrame>
        <UnavailablePage />
      </SiteFrame>
    </App>,
  )
  queryClient.clear()
  return `<!DOCTYPE html>${html}`
}

/** The style sheets, fonts and icons of a page; a part that is the default adds nothing to it. */
function drawnWith({ stylesheet, fonts = [montserrat, playfair], ...head }: Theme, styles: string[]): Drawn {
  const own = stylesheet === undefined ? styles : [stylesheet, ...styles.slice(1)]
  return { styles: own, fonts, ...(Object.keys(head).length > 0 ? { head } : {}) }
}

/** The document without its scripts. */
export function withoutScripts(html: string): string {
  return html.replace(/<script type="module"[^>]*><\/script>/g, '')
}

const DOCUMENT_END = '</body></html>'

type Scripts = { isMissing: boolean; isIncomplete: boolean; state: string }

/**
 * Adds the state and the script of the reader (`start.ts`), which loads the others when they are needed: at once where the page
 * is of little use without them, has failed in part or responds to a form.
 */
function toDocument(html: string, assets: Assets, { module, needsScript }: Route, scripts: Scripts): string[] {
  const chunks = assets.chunksOf(module)
  const attributes = [
    `data-entry="${assets.entry}"`,
    ...(needsScript ? [] : [`data-chunks="${chunks.join(' ')}"`]),
    ...(needsScript || scripts.isIncomplete ? ['data-now'] : []),
    ...(scripts.isMissing ? ['data-not-found'] : []),
  ]
  return [
    '<!DOCTYPE html>',
    ...(needsScript ? withPreloads(html, chunks) : [html.slice(0, -DOCUMENT_END.length)]),
    `<script type="application/json" id="${STATE_ELEMENT}">`,
    scripts.state,
    `</script><script type="module" async src="${assets.start}" ${attributes.join(' ')}></script>${DOCUMENT_END}`,
  ]
}

function withPreloads(html: string, chunks: string[]): string[] {
  const headEnd = html.indexOf('</head>')
  const preloads = chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`)
  return [html.slice(0, headEnd), ...preloads, html.slice(headEnd, -DOCUMENT_END.length)]
}
