import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Gate } from '../src/server/http/gate.ts'
import { securityHeaders } from '../src/server/http/security-headers.ts'
import type { Watch } from '../src/server/http/watch-request.ts'
import { createVariantMaker } from '../src/server/images/image-variants.ts'
import { createMediaFolder } from '../src/server/media/media-folder.ts'
import type { MediaStore } from '../src/server/media/media-store.ts'
import { createMetrics, pageCacheSize } from '../src/server/metrics/metrics.ts'
import { serveMetrics } from '../src/server/metrics/serve-metrics.ts'
import { createListener } from '../src/server/pages/listener.ts'
import { createMediaServer } from '../src/server/pages/media-files.ts'
import { createPageCache } from '../src/server/pages/page-cache.ts'
import type { PreparedAnswer } from '../src/server/pages/prepared-answer.ts'
import type { RenderedPage } from '../src/server/pages/renderer.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

export type ListenerChoices = {
  render?: (url: URL) => Promise<RenderedPage>
  /** Whether pages are cacheable. */
  isShared?: boolean
  maxBytes?: number
  /** Size limit of the image cache. */
  maxMediaBytes?: number
  freshUntil?: () => Promise<number>
  assets?: Map<string, PreparedAnswer>
  gate?: Gate
  watch?: Watch
  metricsToken?: string
  /** Default: files in `mediaDir`. */
  media?: MediaStore
  /** The in-process request function of the app. */
  ask?: (question: Request) => Promise<Response>
}

/**
 * The listener on a real server with a stub app and a renderer that prints the requested URL. Only the query parameter
 * `page` is part of the cache key.
 */
export async function testListener(choices: ListenerChoices = {}) {
  const mediaDir = mkdtempSync(path.join(tmpdir(), 'dewlight-media-'))
  const rendered: string[] = []
  const render = choices.render ?? (async (url) => pageOf(`<p>${url.pathname}${url.search}</p>`))
  const headers = securityHeaders(true, '')
  const metrics = createMetrics([(registry) => pageCacheSize(() => pages.size())(registry)])
  const pages = createPageCache({
    headers: headers.page,
    maxBytes: choices.maxBytes ?? 1_000_000,
    freshUntil: choices.freshUntil ?? (async () => Number.POSITIVE_INFINITY),
  })
  const listener = createListener({
    pages,
    renderer: {
      pageKey: (url) => {
        const page = url.searchParams.get('page')
        return { key: page ? `${url.pathname}?page=${page}` : url.pathname, cache: choices.isShared ?? true }
      },
      hasPage: () => true,
      render: async (url) => {
        rendered.push(url.pathname + url.search)
        return render(url)
      },
    },
    app: (question, response) => void response.writeHead(200, { 'x-app': '1' }).end(`app ${question.url}`),
    ask: choices.ask ?? (async (question) => new Response(`asked ${new URL(question.url).pathname}`)),
    assets: choices.assets ?? new Map(),
    media: createMediaServer({
      makeVariant: createVariantMaker(choices.media ?? createMediaFolder(mediaDir)).make,
      headers: headers.data,
      maxBytes: choices.maxMediaBytes,
      onError: () => {},
    }),
    headers,
    gate: choices.gate ?? { refuse: () => undefined },
    watch: choices.watch ?? (() => {}),
    metrics,
    sendMetrics: serveMetrics(async () => [await metrics.registry.getMetricsAsJSON()], choices.metricsToken),
    log: pino({ level: 'silent' }),
  })
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(mediaDir, { recursive: true, force: true })
  })
  const { port } = server.address() as AddressInfo

  /** Sends the path unchanged; `fetch` would normalise it. */
  function get(address: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
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
  return { status: 200, html, cacheable: true, madeOf: [], ...over }
}
