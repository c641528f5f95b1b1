import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type CdnRequest = { method: string; url: string; headers: Record<string, unknown>; body: string }

/** The response to the next request; `hang` never responds, `drop` closes the connection. */
type Next = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'drop'

/** An HTTP server in place of a CDN's API or a Varnish host. Without a `next` it accepts every purge. */
export async function cdnServer() {
  const requests: CdnRequest[] = []
  const next: Next[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ method, url, headers, body })
    const reply = next.shift() ?? { status: 200, body: '{"status":"ok","success":true}' }
    if (reply === 'hang') return
    if (reply === 'drop') return void request.socket.destroy()
    response.writeHead(reply.status, reply.headers).end(reply.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, next }
}
