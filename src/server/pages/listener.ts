import type { RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { type AnswerHeaders, isOwnersPage } from '../http/security-headers.ts'
import type { MediaServer } from './media-files.ts'
import type { PageCache } from './page-cache.ts'
import { type PreparedAnswer, sendPrepared } from './prepared-answer.ts'
import type { RenderedPage, Renderer } from './renderer.ts'
import { askAsStranger, sharedAnswer } from './shared-answers.ts'

export type ListenerOptions = {
  pages: PageCache
  renderer: Renderer
  /** The application: everything that is not a page or a file. */
  app: RequestListener
  /** The same application, asked from within. */
  ask(request: Request): Response | Promise<Response>
  /** Files of the browser's build by their address. */
  assets: ReadonlyMap<string, PreparedAnswer>
  media: MediaServer
  headers: AnswerHeaders
  log: Logger
}

/** Addresses that the application answers, GET and HEAD included. */
const appPaths = /^\/(?:api(?:\/|$)|healthz$|readyz$|feed\.(?:xml|json)$|sitemap\.xml$|robots\.txt$|share\/)/

/** Addresses of files, whether there is one or not. */
const filePaths = /^\/(?:assets|media)\//

/** The front of the house, on node:http itself: pages and files that are ready first, then the application, then pages to render. */
export function createListener(options: ListenerOptions): RequestListener {
  const { pages, renderer, app, ask, assets, media, headers, log } = options

  function headersFor(pathname: string, isFile: boolean): Record<string, string> {
    if (isOwnersPage(pathname)) return headers.owner
    return isFile || appPaths.test(pathname) ? headers.data : headers.page
  }

  return (request, response) => {
    const address = request.url ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead) {
      if (pages.send(address, request, response)) return
      const asset = assets.get(address)
      if (asset) return sendPrepared(asset, request, response)
    }
    const url = toUrl(address)
    const isFile = assets.has(address) || (url !== undefined && filePaths.test(url.pathname))
    const own = url ? headersFor(url.pathname, isFile) : headers.data
    for (const name in own) response.setHeader(name, own[name]!)
    if (!url) return sendText(response, 400, 'This address is not right')
    if (!isRead && isFile) {
      response.setHeader('allow', 'GET, HEAD')
      return sendText(response, 405, `${request.method} is not possible here`)
    }
    if (!isRead) return app(request, response)
    if (appPaths.test(url.pathname)) {
      const answer = sharedAnswer(url)
      if (!answer) return app(request, response)
      const { key } = answer
      if (key !== address && pages.send(key, request, response)) return
      return orFail(
        pages.fill({ key, isShared: true, render: () => withHeaders(askAsStranger(ask, answer)) }, request, response),
      )
    }
    if (url.pathname.startsWith('/media/')) return media(url.pathname, request, response)
    if (url.pathname.startsWith('/assets/')) return sendText(response, 404, 'No such file')
    // No page has a NUL in its name, and PostgreSQL takes none in a text.
    if (address.includes('%00')) return sendText(response, 400, 'This address is not right')
    orFail(sendPage(url))

    /** What the page cache puts on every page gives way to what belongs on this answer. */
    async function withHeaders(rendering: Promise<RenderedPage>): Promise<RenderedPage> {
      const page = await rendering
      return own === headers.page ? page : { ...page, headers: { ...own, ...page.headers } }
    }

    function orFail(answering: Promise<void>): void {
      answering.catch((error: unknown) => {
        log.error({ err: error, path: address.split('?')[0] }, 'page failed')
        if (response.headersSent) response.destroy()
        else sendText(response, 500, 'Something went wrong on our side. Please try again.')
      })
    }

    async function sendPage(page: URL): Promise<void> {
      const canonical = page.pathname.replace(/\/+$/, '')
      // Not for `//host`, which a browser would read as another site.
      if (canonical !== '' && canonical !== page.pathname && !page.pathname.startsWith('//')) {
        response.writeHead(308, { location: canonical + page.search }).end()
        return
      }
      const { key, cache } = renderer.pageKey(page)
      if (cache && key !== address && pages.send(key, request, response)) return
      await pages.fill({ key, isShared: cache, render: () => withHeaders(renderer.render(page)) }, request, response)
    }
  }
}

function toUrl(address: string): URL | undefined {
  // `new URL(address, base)` would read `//host` as another host.
  const text = `http://localhost${address}`
  return address.startsWith('/') && URL.canParse(text) ? new URL(text) : undefined
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`)
}
