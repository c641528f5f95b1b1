import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

type Copy = { status: number; headers: OutgoingHttpHeaders; bytes: Buffer }

/**
 * A bare `node:http` server with the pages of a site as files without scripts: the same HTML, styles, fonts and pictures, from
 * memory.
 */
export async function servePlainCopies(origin: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const copies = new Map<string, Promise<Copy>>()
  const server = createServer(({ url = '/' }, response) => {
    const copy = copies.get(url) ?? copyOf(origin, url)
    copies.set(url, copy)
    copy.then(
      ({ status, headers, bytes }) => response.writeHead(status, headers).end(bytes),
      () => response.writeHead(502).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Without its scripts, in brotli if it is a text. */
async function copyOf(origin: string, url: string): Promise<Copy> {
  const response = await fetch(origin + url)
  const headers: OutgoingHttpHeaders = {
    'content-type': response.headers.get('content-type') ?? 'text/plain',
    'cache-control': response.headers.get('cache-control') ?? 'no-cache',
  }
  const isText = /^(?:text|image\/svg)/.test(String(headers['content-type']))
  if (!isText) return { status: response.status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
  const text = (await response.text()).replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  return {
    status: response.status,
    headers: { ...headers, 'content-encoding': 'br' },
    bytes: brotliCompressSync(text),
  }
}
