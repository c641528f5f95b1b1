import { renderToString } from 'react-dom/server'
import type { Read } from '../contract/endpoint.ts'
import type { FormResponse } from '../contract/form-response.ts'
import { App } from './app.tsx'
import { createQueries, createQueryClient } from './data/queries.ts'
import { collectQueries, STATE_ELEMENT, serializeState } from './lib/page-state.ts'
import { type Match, matchRoute, notFoundRoute, type Route, routes } from './routes.ts'
import montserrat from './styles/fonts/montserrat-basic.woff2?url'
import playfair from './styles/fonts/playfair-display-basic.woff2?url'

export type Assets = {
  /** URL of `start.ts`, which loads the other scripts. */
  start: string
  /** URL of `client.tsx`. */
  entry: string
  /** URLs of all chunks that a page module imports, without the entry. */
  chunksOf(module: string): string[]
  /** URLs of the stylesheets of a page module, the common one first. */
  stylesOf(module: string): string[]
}

export type RenderedPage = {
  status: number
  html: string
  headers?: Record<string, string>
  /** True if the same response may be sent to every visitor. */
  cacheable: boolean
  /** Why parts of the page could not be loaded. */
  errors: unknown[]
}

/** Loads the code of every page, because `renderToString` cannot wait for a lazy component. */
export async function preloadPages(): Promise<void> {
  await Promise.all(routes.map((route) => route.page.preload()))
}

/**
 * The cache key of a URL: its path and the query parameters that the route reads, both in one canonical form and order, so
 * that no other spelling of a URL is rendered and cached again.
 */
export function pageKey(url: URL): { key: string; cache: boolean } {
  const { route, params } = matchRoute(url.pathname)
  const query = new URLSearchParams()
  for (const [name, toCanonical] of Object.entries(route.reads)) {
    const value = url.searchParams.get(name)
    const canonical = value === null ? undefined : toCanonical(value)
    if (canonical !== undefined) query.set(name, canonical)
  }
  const text = query.toString()
  const path = route === notFoundRoute ? url.pathname : route.pathOf(params)
  return { key: text ? `${path}?${text}` : path, cache: route.cache && route !== notFoundRoute }
}

/** Whether a route matches the URL; the post or category it names may still be missing. */
export function hasPage(url: URL): boolean {
  return matchRoute(url.pathname).route !== notFoundRoute
}

/** Renders the document of a URL. The same content always gives the same bytes, so that ETags stay valid. */
export async function renderPage(
  read: Read,
  assets: Assets,
  url: URL,
  formResponse?: FormResponse,
): Promise<RenderedPage> {
  const queryClient = createQueryClient('server')
  const queries = createQueries(read)
  const match = matchRoute(url.pathname)
  const context = { queryClient, queries, query: url.searchParams }
  const errors = new Set<unknown>()
  const [result] = await Promise.all([
    match.route.load(context, match.params).catch((error: unknown) => void errors.add(error)),
    queryClient.prefetchQuery(queries.site()),
    queryClient.prefetchQuery(queries.categories()),
  ])

  for (const { state } of queryClient.getQueryCache().getAll()) if (state.status === 'error') errors.add(state.error)
  if (result?.status === 301) {
    queryClient.clear()
    // Redirects of a list's pages: any number may stand in the URL.
    const cacheable = match.route.cache && url.search === ''
    return { status: 301, html: '', headers: { location: result.location }, cacheable, errors: [...errors] }
  }
  const isMissing = result?.status === 404
  const isKnown = result === undefined
  const shown: Match = isMissing ? { route: notFoundRoute, params: {} } : match
  const href = isMissing ? '/not-found' : url.pathname + url.search
  const styles = assets.stylesOf(shown.route.module)
  const fonts = [montserrat, playfair]
  const html = renderToString(
    <App queryClient={queryClient} environment={{ queries, formResponse }} href={href} styles={styles} fonts={fonts} />,
  )

  const { failed, queries: loaded } = collectQueries(queryClient, html)
  queryClient.clear()
  const isWhole = errors.size === 0
  const status = isMissing ? 404 : isWhole ? 200 : 500
  const state = serializeState({ href, queries: loaded, failed, formResponse, styles, fonts })
  return {
    status,
    headers: shown.route.restorable && status === 200 && !formResponse ? { 'cache-control': 'private, no-cache' } : {},
    cacheable: shown.route.cache && isWhole && isKnown && !formResponse,
    errors: [...errors],
    html: withScripts(html, assets, shown.route, state),
  }
}

const DOCUMENT_END = '</body></html>'

/** Adds the state and the scripts, which run after the first paint (`start.ts`) unless the route needs them at once. */
function withScripts(html: string, assets: Assets, route: Route, state: string): string {
  const chunks = assets.chunksOf(route.module)
  const when = route.needsScript ? ' data-now' : ` data-chunks="${chunks.join(' ')}"`
  const scripts =
    `<script type="application/json" id="${STATE_ELEMENT}">${state}</script>` +
    `<script type="module" async src="${assets.start}" data-entry="${assets.entry}"${when}></script>`
  const start = html.slice(0, -DOCUMENT_END.length)
  return `<!DOCTYPE html>${route.needsScript ? withPreloads(start, chunks) : start}${scripts}${DOCUMENT_END}`
}

function withPreloads(html: string, chunks: string[]): string {
  const headEnd = html.indexOf('</head>')
  const preloads = chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`).join('')
  return html.slice(0, headEnd) + preloads + html.slice(headEnd)
}
