import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { mayBeRootFile } from '../../../contract/accounts/root-files.ts'
import type { UsedTabs } from '../../../contract/app/overview.ts'
import { isAdminPath } from '../../../contract/platform/admin-path.ts'
import type { GuardRead } from '../health/database-watch.ts'
import { type Fault, faultOf } from '../health/faults.ts'
import type { Admission, Rejection } from '../http/admission.ts'
import { contextOf, type ReportError } from '../http/error-report.ts'
import { type PathPolicy, policyOf } from '../http/path-policy.ts'
import { hasValidHead } from '../http/request-head.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { ResponseHeaders } from '../http/security-headers.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type FindCacheable, fetchAnonymously } from './cacheable-responses.ts'
import type { MediaServer } from './media-files.ts'
import type { PageCache } from './page-cache.ts'
import { type PrebuiltResponse, sendPrebuilt } from './prebuilt-response.ts'
import type { RenderedPage, Renderer } from './renderer.ts'
import { createUnavailable, type SendUnavailable } from './unavailable.ts'

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
  /** The file of the owner at a path; undefined if there is none. */
  findRootFile?(pathname: string): Promise<RenderedPage | undefined>
  /** The tabs of the admin; undefined without a valid session. Sets the cookies that extend it on the response. */
  findUsedTabs?(request: IncomingMessage, response: ServerResponse): Promise<UsedTabs | undefined>
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

/** A request that the caches have no response for. */
type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  /** The address as it was requested. */
  address: string
  isRead: boolean
  policy: PathPolicy
  isFile: boolean
  /** The headers of the response, which are set already. */
  headers: Record<string, string>
}

type Context = ListenerOptions & { guard: GuardRead; sendUnavailable: SendUnavailable }

/** The listener on node:http: cached pages and files first, then the application, then pages to render. */
export function createListener(options: ListenerOptions): RequestListener {
  const context: Context = {
    ...options,
    guard: options.guard ?? ((run) => run()),
    sendUnavailable: createUnavailable(options.renderer.renderUnavailable),
  }
  return (request, response) => {
    const isValid = hasValidHead(request)
    const isReady = isValid && isReading(request) && sendReady(context, request.url ?? '/', request, response)
    if (!isReady) handle(context, request, response, isValid)
  }
}

/** Sends what is in memory; false if nothing is. */
function sendReady(context: Context, address: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (sendCached(context, address, request, response)) return true
  const asset = context.staticAssets.get(address)
  if (asset) sendPrebuilt(asset, request, response)
  return asset !== undefined || context.media.send(address, request, response)
}

function sendCached(
  { pages, metrics }: Context,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const isSent = pages.send(key, request, response)
  if (isSent) metrics.hit(response.statusCode)
  return isSent
}

/** Admits or rejects a request, then passes it to the application, the disk or the renderer. */
function handle(context: Context, request: IncomingMessage, response: ServerResponse, isValid: boolean) {
  const address = request.url ?? '/'
  const url = isValid ? toUrl(address) : undefined
  context.logRequest(request, response, url?.pathname ?? '')
  const policy = policyOf(url?.pathname ?? '')
  const isFile = context.staticAssets.has(address) || policy.handler === 'assets' || policy.handler === 'media'
  const headers = context.headers[!url ? 'data' : isFile ? 'file' : policy.headers]
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  if (!isValid) response.setHeader('connection', 'close')
  if (!url) return sendText(response, 400, `This ${isValid ? 'address' : 'request'} is not right`)
  const exchange: Exchange = { request, response, address, isRead: isReading(request), policy, isFile, headers }
  const proceed = (rejection: Rejection | undefined) =>
    rejection ? sendRejection(context, exchange, rejection) : route(context, exchange, url)
  const rejection = context.admission.check(request, policy)
  if (rejection instanceof Promise) orFail(context, exchange, rejection.then(proceed))
  else proceed(rejection)
}

function sendRejection({ metrics }: Context, exchange: Exchange, { status, message, retryAfter }: Rejection): void {
  const { response, address, isRead } = exchange
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

function route(context: Context, exchange: Exchange, url: URL) {
  const { request, response, address, isRead, policy, isFile } = exchange
  if (isRead && policy.handler === 'metrics') return orFail(context, exchange, context.sendMetrics(request, response))
  if (!isRead && isFile) {
    response.setHeader('allow', 'GET, HEAD')
    return sendText(response, 405, `${request.method} is not possible here`)
  }
  if (!isRead) return context.app(request, response)
  if (policy.handler === 'app') return sendFromApp(context, exchange, url)
  if (policy.handler === 'media') return context.media.find(url.pathname, request, response)
  if (policy.handler === 'assets') return orFail(context, exchange, sendSharedAsset(context, exchange, url.pathname))
  // PostgreSQL refuses NUL in a text.
  if (address.includes('%00')) return sendText(response, 400, 'This address is not right')
  orFail(context, exchange, sendPage(context, exchange, url))
}

function sendFromApp(context: Context, exchange: Exchange, url: URL) {
  const { request, response, address } = exchange
  const cacheable = context.findCacheable(url)
  if (!cacheable) return context.app(request, response)
  const { key } = cacheable
  if (key !== address && sendCached(context, key, request, response)) return
  const fetched = () => context.guard(() => fetchAnonymously(context.fetchApp, cacheable, contextOf(request)))
  const page = {
    key,
    isShared: true,
    render: () => make(context, exchange, fetched()),
    onFault: (error: unknown) => report(context, exchange, error, 'a stale response was sent'),
  }
  orFail(context, exchange, context.pages.fill(page, request, response))
}

async function sendSharedAsset({ findSharedAsset }: Context, exchange: Exchange, path: string): Promise<void> {
  const { request, response } = exchange
  const asset = await findSharedAsset(path)
  if (asset) sendPrebuilt(asset, request, response)
  else sendText(response, 404, 'No such file')
}

async function sendPage(context: Context, exchange: Exchange, requested: URL): Promise<void> {
  const { request, response, address, policy } = exchange
  const { renderer, pages, findRootFile = async () => undefined, findUsedTabs } = context
  // Without `//` at its start, which a browser would take for another site.
  const canonical = requested.pathname.replace(/\/{2,}/g, '/').replace(/(?!^)\/$/, '')
  const isCanonical = canonical === requested.pathname
  const page = isCanonical ? requested : new URL(`http://localhost${canonical}${requested.search}`)
  const { key, cache: isPageShared } = renderer.pageKey(page)
  // A page that exists is sent at its canonical URL; a redirect from there is sent at once, instead of after another one.
  const canonicalUrl = isCanonical ? undefined : canonical + requested.search
  const isElsewhere = policyOf(canonical).handler !== 'renderer' || (!isPageShared && renderer.hasPage(page))
  if (canonicalUrl !== undefined && isElsewhere) {
    response.writeHead(308, { location: canonicalUrl }).end()
    return
  }
  const isRootFile = policy.label === 'page' && mayBeRootFile(key)
  const cache = isPageShared || isRootFile
  if (isCanonical && cache && key !== address && sendCached(context, key, request, response)) return
  // The canonical URL, because the page contains its URL.
  const rendered = cache ? new URL(key, page) : page
  const toPage = async () => {
    const file = isRootFile && (await findRootFile(key))
    const usedTabs = isAdminPath(page.pathname) ? await findUsedTabs?.(request, response) : undefined
    return file || renderer.render(rendered, { usedTabs })
  }
  const render = () => make(context, exchange, toPage())
  const onFault = (error: unknown) => report(context, exchange, error, 'a stale page was sent')
  const isView = policy.headers === 'page' && !isRootFile
  await pages.fill({ key, isShared: cache, isView, canonicalUrl, render, onFault }, request, response)
}

/** Waits for a page, and measures and reports how it was made. */
async function make(context: Context, exchange: Exchange, rendering: Promise<RenderedPage>): Promise<RenderedPage> {
  const startedAt = performance.now()
  let isFailed = true
  try {
    const page = await rendering
    isFailed = page.status >= 500
    for (const error of page.errors ?? []) report(context, exchange, error, 'part of a page failed')
    const fault = isFailed && page.errors?.find((error) => faultOf(error))
    if (fault) throw fault
    return withOwnHeaders(context, exchange, page)
  } finally {
    context.metrics.rendered((performance.now() - startedAt) / 1000, isFailed)
  }
}

/** Replaces the headers that the page cache sets on every page by those of this response. */
function withOwnHeaders({ headers }: Context, exchange: Exchange, page: RenderedPage): RenderedPage {
  if (exchange.headers === headers.page && page.status < 500) return page
  const isCacheable = exchange.headers === headers.data && page.cacheable
  const lifetime: Record<string, string> = isCacheable ? {} : { 'cache-control': 'private, no-store' }
  return { ...page, headers: { ...exchange.headers, ...lifetime, ...page.headers } }
}

function orFail(context: Context, exchange: Exchange, responding: Promise<void>): void {
  responding
    .catch((error: unknown) => fail(context, exchange, error))
    .catch((error: unknown) => {
      report(context, exchange, error, 'the response to an error failed')
      exchange.response.destroy()
    })
}

function fail(context: Context, exchange: Exchange, error: unknown): void {
  const { request, response } = exchange
  const fault = report(context, exchange, error, 'page failed')
  if (response.headersSent) response.destroy()
  else if (fault) context.sendUnavailable(request, response, fault)
  else sendText(response, 500, 'Something went wrong on our side. Please try again.')
}

function report({ reportError }: Context, { request }: Exchange, error: unknown, message: string): Fault | undefined {
  return reportError(error, contextOf(request), message)
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
