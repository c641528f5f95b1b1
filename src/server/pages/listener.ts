import type { RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { MediaServer } from './media-files.ts'
import type { PageCache } from './page-cache.ts'
import { type PreparedAnswer, sendPrepared } from './prepared-answer.ts'
import type { Renderer } from './renderer.ts'
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
  headers: Record<string, string>
  log: Logger
}

/** Addresses that the application answers, GET and HEAD included. */
const appPaths = /^\/(?:api(?:\/|$)|healthz$|readyz$|feed\.(?:xml|json)$|sitemap\.xml$|robots\.txt$|share\/)/

/** The front of the house, on node:http itself: pages and files that are ready first, then the application, then pages to render. */
export function createListener(options: ListenerOptions): RequestListener {
  const { pages, renderer, app, ask, assets, media, headers, log } = options
  return (request, response) => {
    const address = request.url ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead) {
      if (pages.send(address, request, response)) return
      const asset = assets.get(address)
      if (asset) return sendPrepared(asset, request, response)
      if (media.send(address, request, response)) return
    }
    for (const name in headers) response.setHeader(name, headers[name]!)

    const url = toUrl(address)
    if (!url) return sendText(response, 400, 'This address is not right')
    if (!isRead) return app(request, response)
    if (appPaths.test(url.pathname)) {
      const answer = sharedAnswer(url)
      if (!answer) return app(request, response)
      const { key } = answer
      if (key !== address && pages.send(key, request, response)) return
      return orFail(pages.fill({ key, isShared: true, render: () => askAsStranger(ask, answer) }, request, response))
    }
    if (url.pathname.startsWith('/media/')) return media.find(url.pathname, request, response)
    if (url.pathname.startsWith('/assets/')) return sendText(response, 404, 'No such file')
    // No page has a NUL in its name, and PostgreSQL takes none in a text.
    if (address.includes('%00')) return sendText(response, 400, 'This address is not right')
    orFail(sendPage(url))

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
      await pages.fill({ key, isShared: cache, render: () => renderer.render(page) }, request, response)
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
