import type { RequestListener } from 'node:http'

/**
 * Accepts requests for a loopback name only. A site without SITE_URL that listens on loopback may have the demo account;
 * with DNS rebinding, a foreign page could reach it under the foreign page's own name.
 */
export function localHostsOnly(listener: RequestListener, headers: Record<string, string>): RequestListener {
  return (request, response) => {
    const { host } = request.headers
    // Browsers always send it.
    if (host === undefined || isLocalHost(host)) return listener(request, response)
    const type = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
    response.writeHead(421, { ...headers, ...type })
    response.end('This site answers only to localhost. To serve it under another name, start it with SITE_URL.\n')
  }
}

/** A Host header that names this machine, with any port; browsers resolve `*.localhost` to loopback (RFC 6761). */
function isLocalHost(host: string): boolean {
  return /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
}
