import { renderToString } from 'react-dom/server'
import type { Read } from '../contract/endpoint.ts'
import type { FormResponse } from '../contract/form-response.ts'
import { App } from './app.tsx'
import { createQueries, createQueryClient } from './data/queries.ts'
import { collectQueries, type PageState, STATE_ELEMENT, serializeState } from './lib/page-state.ts'
import { type Match, matchRoute, notFoundRoute, type Route, routes } from './routes.ts'
import montserrat from './styles/fonts/montserrat-basic.woff2?url'
import playfair from './styles/fonts/playfair-display-basic.woff2?url'

export type Assets = {
  /** The readers' stylesheet, which stands in every page; empty while developing, when it is linked. */
  inlineStyle: string
  /** The script that starts the browser's half, `start.ts`. */
  start: string
  /** The entry of the browser's half. */
  entry: string
  /** All chunks that a page's module needs, the entry's left out. */
  chunksOf(module: string): string[]
  /** The stylesheets that a page's module needs besides. */
  stylesOf(module: string): string[]
}

export type RenderedPage = {
  status: number
  html: string
  headers?: Record<string, string>
  /** True when the same bytes may answer every visitor. */
  cacheable: boolean
}

/** Loads the code of every page once, so that nothing suspends while rendering. */
export async function preloadPages(): Promise<void> {
  await Promise.all(routes.map((route) => route.page.preload()))
}

/** What of an address makes a page: its path with the query parameters that its route reads, in a fixed order. */
export function pageKey(url: URL): { key: string; cache: boolean } {
  const { route } = matchRoute(url.pathname)
  const query = new URLSearchParams()
  for (const name of route.reads) {
    const value = url.searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  const text = query.toString()
  return { key: text ? `${url.pathname}?${text}` : url.pathname, cache: route.cache && route !== notFoundRoute }
}

/** Whether an address belongs to a page, whatever its parameters name. */
export function hasPage(url: URL): boolean {
  return matchRoute(url.pathname).route !== notFoundRoute
}

/** Renders the page of an address to a whole document. Bytes depend on the content alone, so that an ETag lasts. */
export async function renderPage(
  read: Read,
  assets: Assets,
  url: URL,
  formAnswer?: FormResponse,
): Promise<RenderedPage> {
  const queryClient = createQueryClient('server')
  const queries = createQueries(read)
  const match = matchRoute(url.pathname)
  const context = { queryClient, queries, query: url.searchParams }
  const [result] = await Promise.all([
    match.route.load(context, match.params).catch(() => 'failed' as const),
    queryClient.prefetchQuery(queries.site()),
    queryClient.prefetchQuery(queries.categories()),
  ])

  if (result !== 'failed' && result?.status === 301) {
    queryClient.clear()
    return { status: 301, html: '', headers: { location: result.location }, cacheable: match.route.cache }
  }
  const isMissing = result !== 'failed' && result?.status === 404
  const shown: Match = isMissing ? { route: notFoundRoute, params: {} } : match
  const href = isMissing ? '/not-found' : url.pathname + url.search
  const styles = assets.stylesOf(shown.route.module)
  const fonts = [montserrat, playfair]
  const html = renderToString(
    <App queryClient={queryClient} environment={{ queries, formAnswer }} href={href} styles={styles} fonts={fonts} />,
  )

  const collected = collectQueries(queryClient, html)
  queryClient.clear()
  const isWhole = collected.failed.length === 0 && result !== 'failed'
  const status = isMissing ? 404 : isWhole ? 200 : 500
  const state: PageState = { href, ...collected, formAnswer, styles, fonts }
  return {
    status,
    headers: shown.route.restorable && status === 200 && !formAnswer ? { 'cache-control': 'private, no-cache' } : {},
    cacheable: shown.route.cache && isWhole && !isMissing && !formAnswer,
    html: `<!DOCTYPE html>${withAssets(html, assets, shown.route, state)}`,
  }
}

/**
 * The style is no element of React's: the browser's half would have to hold its text once more to be the same. Scripts
 * wait until the page is painted (`start.ts`) where it is complete without them.
 */
function withAssets(html: string, assets: Assets, route: Route, state: PageState): string {
  const style = assets.inlineStyle && `<style>${assets.inlineStyle}</style>`
  const chunks = assets.chunksOf(route.module)
  const preloads = route.needsScript ? chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`).join('') : ''
  const when = route.needsScript ? ' data-now' : ` data-chunks="${chunks.join(' ')}"`
  const scripts =
    `<script type="application/json" id="${STATE_ELEMENT}">${serializeState(state)}</script>` +
    `<script type="module" async src="${assets.start}" data-entry="${assets.entry}"${when}></script>`
  // Before a page's own sheets, which have the last word. Cut from one text: each replacement would copy it whole.
  const headEnd = html.indexOf('</head>')
  const sheets = html.slice(0, headEnd).indexOf('<link rel="stylesheet"')
  const styleAt = sheets < 0 ? headEnd : sheets
  const bodyEnd = html.lastIndexOf('</body>')
  return [
    html.slice(0, styleAt),
    style,
    html.slice(styleAt, headEnd),
    preloads,
    html.slice(headEnd, bodyEnd),
    scripts,
    html.slice(bodyEnd),
  ].join('')
}
