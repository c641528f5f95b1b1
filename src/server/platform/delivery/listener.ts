import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { GuardRead } from '../health/database-watch.ts'
import { faultOf } from '../health/faults.ts'
import type { Admission, Rejection } from '../http/admission.ts'
import { contextOf, type ReportError } from '../http/error-report.ts'
import { policyOf } from '../http/path-policy.ts'
import { hasValidHead } from '../http/request-head.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { ResponseHeaders } from '../http/security-headers.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type FindCacheable, fetchAnonymously } from './cacheable-responses.ts'
import type { MediaServer } from './media-files.ts'
import type { PageCache } from './page-cache.ts'
import { type PrebuiltResponse, sendPrebuilt } from './prebuilt-response.ts'
import type { RenderedPage, Renderer } from './renderer.ts'
import { createUnavailable } from './unavailable.ts'

export type ListenerOptions = {
  pages: PageCache
  renderer: Renderer
  /** The application: everything that is not a page or a file. */
  app: RequestListener
  /** The same application, called in process. */
  fetchApp(request: Request): Response | Promise<Response>
  /** Which responses of the application are cached. */
  findCacheable: FindCacheable
  /** Files of the browser's build by their path. */
  staticAssets: ReadonlyMap<string, PrebuiltResponse>
  /** A hashed file of another build; undefined if no build has it. */
  findSharedAsset(path: string): Promise<PrebuiltResponse | undefined>
  media: MediaServer
  headers: ResponseHeaders
  admission: Admission
  logRequest: RequestLog
  metrics: Metrics
  /** Handles `/metrics`. */
  sendMetrics(request: IncomingMessage, response: ServerResponse): Promise<void>
  reportError: ReportError
  /** Bounds the reads of the application's cacheable responses. */
  guard?: GuardRead
}

/** The listener on node:http: cached pages and files first, then the application, then pages to render. */
export function createListener(options: ListenerOptions): RequestListener {
  const {
    pages,
    renderer,
    app,
    fetchApp,
    findCacheable,
    staticAssets,
    findSharedAsset,
    media,
    headers,
    admission,
    logRequest,
    metrics,
    sendMetrics,
    reportError,
    guard = (run) => run(),
  } = options
  const sendUnavailable = createUnavailable(renderer.renderUnavailable)

  return (request, response) => {
    const isValid = hasValidHead(request)
    const isReady = isValid && isReading(request) && sendReady(request.url ?? '/', request, response)
    if (!isReady) handle(request, response, isValid)
  }

  /** Sends what is in memory; false if nothing is. */
  function sendReady(address: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (sendCached(address, request, response)) return true
    const asset = staticAssets.get(address)
    if (asset) sendPrebuilt(asset, request, response)
    return asset !== undefined || media.send(address, request, response)
  }

  function sendCached(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const isSent = pages.send(key, request, response)
    if (isSent) metrics.hit(response.statusCode)
    return isSent
  }

  /** Admits or rejects a request, then passes it to the application, the disk or the renderer. */
  function handle(request: IncomingMessage, response: ServerResponse, isValid: boolean) {
    const address = request.url ?? '/'
    const isRead = isReading(request)
    const url = isValid ? toUrl(address) : undefined
    logRequest(request, response, url?.pathname ?? '')
    const policy = policyOf(url?.pathname ?? '')
    const isFile = staticAssets.has(address) || policy.handler === 'assets' || policy.handler === 'media'
    const responseHeaders = !url || isFile ? headers.data : headers[policy.headers]
    for (const name in responseHeaders) response.setHeader(name, responseHeaders[name]!)
    if (!isValid) response.setHeader('connection', 'close')
    if (!url) return sendText(response, 400, `This ${isValid ? 'address' : 'request'} is not right`)
    const rejection = admission.check(request, policy)
    if (rejection instanceof Promise) return orFail(rejection.then((rejected) => proceed(url, rejected)))
    proceed(url, rejection)

    function proceed(known: URL, rejected: Rejection | undefined): void {
      if (rejected) sendRejection(rejected)
      else route(known)
    }

    function route(url: URL) {
      if (isRead && policy.handler === 'metrics') return orFail(sendMetrics(request, response))
      if (!isRead && isFile) {
        response.setHeader('allow', 'GET, HEAD')
        return sendText(response, 405, `${request.method} is not possible here`)
      }
      if (!isRead) return app(request, response)
      if (policy.handler === 'app') {
        const cacheable = findCacheable(url)
        if (!cacheable) return app(request, response)
        const { key } = cacheable
        if (key !== address && sendCached(key, request, response)) return
        return orFail(
          pages.fill(
            {
              key,
              isShared: true,
              render: () => make(guard(() => fetchAnonymously(fetchApp, cacheable, contextOf(request)))),
              onFault: (error) => report(error, 'a stale response was sent'),
            },
            request,
            response,
          ),
        )
      }
      if (policy.handler === 'media') return media.find(url.pathname, request, response)
      if (policy.handler === 'assets') return orFail(sendSharedAsset(url.pathname))
      // PostgreSQL refuses NUL in a text.
      if (address.includes('%00')) return sendText(response, 400, 'This address is not right')
      orFail(sendPage(url))
    }

    async function make(rendering: Promise<RenderedPage>): Promise<RenderedPage> {
      const startedAt = performance.now()
      let isFailed = true
      try {
        const page = await rendering
        isFailed = page.status >= 500
        for (const error of page.errors ?? []) report(error, 'part of a page failed')
        const fault = isFailed && page.errors?.find((error) => faultOf(error))
        if (fault) throw fault
        return withHeaders(page)
      } finally {
        metrics.rendered((performance.now() - startedAt) / 1000, isFailed)
      }
    }

    /** Replaces the headers that the page cache sets on every page by those of this response. */
    function withHeaders(page: RenderedPage): RenderedPage {
      if (responseHeaders === headers.page && page.status < 500) return page
      const isCacheable = responseHeaders === headers.data && page.cacheable
      const lifetime: Record<string, string> = isCacheable ? {} : { 'cache-control': 'private, no-store' }
      return { ...page, headers: { ...responseHeaders, ...lifetime, ...page.headers } }
    }

    function sendRejection({ status, message, retryAfter }: Rejection): void {
      metrics.rejected(status)
      if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
      // The rest of a rejected request's body is not read.
      if (!isRead) response.setHeader('connection', 'close')
      if (!address.startsWith('/api/')) {
        sendText(response, status, message)
        return
      }
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify({ message }))
    }

    function orFail(responding: Promise<void>): void {
      responding.catch(fail).catch((error: unknown) => {
        report(error, 'the response to an error failed')
        response.destroy()
      })
    }

    function fail(error: unknown): void {
      const fault = report(error, 'page failed')
      if (response.headersSent) response.destroy()
      else if (fault) sendUnavailable(request, response, fault)
      else sendText(response, 500, 'Something went wrong on our side. Please try again.')
    }

    function report(error: unknown, message: string) {
      return reportError(error, contextOf(request), message)
    }

    async function sendSharedAsset(path: string): Promise<void> {
      const asset = await findSharedAsset(path)
      if (asset) sendPrebuilt(asset, request, response)
      else sendText(response, 404, 'No such file')
    }

    async function sendPage(page: URL): Promise<void> {
      // Without `//` at its start, which a browser would take for another site.
      const canonical = page.pathname.replace(/\/{2,}/g, '/').replace(/(?!^)\/$/, '')
      if (canonical !== page.pathname) {
        response.writeHead(308, { location: canonical + page.search }).end()
        return
      }
      const { key, cache } = renderer.pageKey(page)
      if (cache && key !== address && sendCached(key, request, response)) return
      // The canonical URL, because the page contains its URL.
      const rendered = cache ? new URL(key, page) : page
      const render = () => make(renderer.render(rendered))
      const onFault = (error: unknown) => report(error, 'a stale page was sent')
      await pages.fill({ key, isShared: cache, isView: policy.headers === 'page', render, onFault }, request, response)
    }
  }
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
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
