import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { findSite } from '../src/contract/accounts/site.ts'
import { findCategory, listCategories } from '../src/contract/content/categories.ts'
import { listOwnerPosts, listPosts, listPostsInCategory } from '../src/contract/content/post-endpoints.ts'
import { listProductCategories, listProducts } from '../src/contract/shop/product-endpoints.ts'
import { createSiteListener } from '../src/server/app/site-listener.ts'
import { createVariantMaker } from '../src/server/content/images/image-variants.ts'
import { createPageCache } from '../src/server/platform/delivery/page-cache.ts'
import type { PrebuiltResponse } from '../src/server/platform/delivery/prebuilt-response.ts'
import type { RenderedPage } from '../src/server/platform/delivery/renderer.ts'
import type { Admission } from '../src/server/platform/http/admission.ts'
import type { ReportError } from '../src/server/platform/http/error-report.ts'
import type { RequestLog } from '../src/server/platform/http/request-log.ts'
import { securityHeaders } from '../src/server/platform/http/security-headers.ts'
import { createMetrics, pageCacheSize } from '../src/server/platform/metrics/metrics.ts'
import { serveMetrics } from '../src/server/platform/metrics/serve-metrics.ts'
import type { BlobStorage } from '../src/server/platform/storage/blob-storage.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'

const cacheableEndpoints = [
  findCategory,
  findSite,
  listCategories,
  listOwnerPosts,
  listPosts,
  listPostsInCategory,
  listProductCategories,
  listProducts,
]

export type TestResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

export type ListenerChoices = {
  render?: (url: URL) => Promise<RenderedPage>
  /** Whether all visitors share the pages. */
  isShared?: boolean
  maxBytes?: number
  /** Size of the image cache in bytes. */
  maxMediaBytes?: number
  freshUntil?: () => Promise<number>
  onMoved?: (key: string) => void
  assets?: Map<string, PrebuiltResponse>
  admission?: Admission
  logRequest?: RequestLog
  metricsToken?: string
  needsMetricsToken?: boolean
  /** Absent: files in `mediaDir`. */
  media?: BlobStorage
  /** The application, called in process. */
  fetchApp?: (request: Request) => Promise<Response>
  reportError?: ReportError
}

/**
 * The listener on a real server, with a renderer that prints the requested path. Its pages read the query parameter
 * `page` only. The application is a stub with a fixed response.
 */
export async function testListener(choices: ListenerChoices = {}) {
  const mediaDir = mkdtempSync(path.join(tmpdir(), 'dewlight-media-'))
  const rendered: string[] = []
  const render = choices.render ?? (async (url) => pageOf(`<p>${url.pathname}${url.search}</p>`))
  const headers = securityHeaders(true)
  const metrics = createMetrics([(registry) => pageCacheSize(() => pages.size())(registry)])
  const pages = createPageCache({
    headers: headers.page,
    maxBytes: choices.maxBytes ?? 1_000_000,
    freshUntil: choices.freshUntil ?? (async () => Number.POSITIVE_INFINITY),
    onError: (error) => expect.unreachable(String(error)),
    ...(choices.onMoved && { onMoved: choices.onMoved }),
  })
  const fetchAnonymously = choices.fetchApp ?? (async ({ url }) => new Response(`asked ${new URL(url).pathname}`))
  const listener = createSiteListener({
    app: {
      // The listener fetches cacheable responses from `localhost`; the test's own requests name its port.
      fetch: (request) => {
        const { host, pathname, search } = new URL(request.url)
        if (host === 'localhost') return fetchAnonymously(request)
        return new Response(`app ${pathname}${search}`, { headers: { 'x-app': '1' } })
      },
    },
    renderer: {
      pageKey: (url) => {
        const page = url.searchParams.get('page')
        return { key: page ? `${url.pathname}?page=${page}` : url.pathname, cache: choices.isShared ?? true }
      },
      renderUnavailable: () => '<h1>Back in a moment</h1>',
      preview: async () => '',
      hasPage: () => true,
      render: async (url) => {
        rendered.push(url.pathname + url.search)
        return render(url)
      },
    },
    endpoints: () => cacheableEndpoints,
    reportError: choices.reportError ?? (() => undefined),
    makeVariant: createVariantMaker(choices.media ?? createFolderStorage(mediaDir)).make,
    maxMediaBytes: choices.maxMediaBytes,
    pages,
    staticAssets: choices.assets ?? new Map(),
    findSharedAsset: async () => undefined,
    headers,
    admission: choices.admission ?? { check: () => undefined },
    logRequest: choices.logRequest ?? (() => {}),
    metrics,
    sendMetrics: serveMetrics(async () => [await metrics.registry.getMetricsAsJSON()], {
      metricsToken: choices.metricsToken,
      needsMetricsToken: choices.needsMetricsToken ?? false,
    }),
  })
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(mediaDir, { recursive: true, force: true })
  })
  const { port } = server.address() as AddressInfo

  /** Sends the path as it stands, as `fetch` would not. */
  function get(
    address: string,
    options: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    return new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: address, agent: false, ...options }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const body = Buffer.concat(chunks)
          resolve({ status: response.statusCode!, headers: response.headers, body, text: body.toString() })
        })
      })
        .on('error', reject)
        .end()
    })
  }

  return { get, rendered, mediaDir, port, pages, metrics }
}

export function pageOf(html: string, over: Partial<RenderedPage> = {}): RenderedPage {
  return { status: 200, body: [html], cacheable: true, tags: [], ...over }
}
