import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Fault } from '../health/faults.ts'
import { type PrebuiltResponse, prebuildResponse, sendPrebuilt } from './prebuilt-response.ts'

/** Seconds until a client may retry; a database that restarts is back by then. */
const RETRY_AFTER = 10

export type SendUnavailable = (request: IncomingMessage, response: ServerResponse, fault: Fault) => void

/**
 * Sends 503 for a fault of the machine: JSON below `/api`, a page to readers, text for everything else. The headers of the
 * path are set already. `render` returns the page; the same text is compressed once.
 */
export function createUnavailable(render: () => string): SendUnavailable {
  let page: { html: string; prebuilt: PrebuiltResponse } | undefined

  function prebuild(): PrebuiltResponse {
    const html = render()
    if (page?.html !== html) {
      const identity = Buffer.from(html)
      const bytes = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
      page = { html, prebuilt: prebuildResponse(503, bytes, headersOf('text/html'), '') }
    }
    return page.prebuilt
  }

  return (request, response, fault) => {
    // `new URL(address, base)` would read `//host` as another host, and throw for `//`.
    const { pathname } = new URL(`http://localhost${request.url ?? '/'}`)
    if (/^\/api(?:\/|$)/.test(pathname)) {
      response.writeHead(503, { ...headersOf('application/json') })
      response.end(JSON.stringify({ message: fault.sentence }))
    } else if (/\.\w+$/.test(pathname) || pathname.startsWith('/share/')) {
      response.writeHead(503, headersOf('text/plain')).end(`${fault.sentence}\n`)
    } else sendPrebuilt(prebuild(), request, response)
  }
}

function headersOf(type: string) {
  return {
    'content-type': type === 'application/json' ? type : `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER),
  }
}
