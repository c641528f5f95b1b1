import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'
import { createGuardedRequest, type GuardedRequest, type Resolve } from '../src/server/platform/http/guarded-request.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

export type ShopSimulator = {
  /** Below every host name of the simulator: `at('shop.test', '/a')`. */
  at(host: string, path: string): string
  /** Sets what a path of any host responds with. */
  on(path: string, respond: Respond): void
  /** `HEAD shop.test/a`, in their order. */
  requests: string[]
  headers: IncomingMessage['headers'][]
  /** The guarded client, which may call this server and nothing else that is private. */
  request: GuardedRequest
  /** A client whose connections all fail as on a machine without the internet. */
  offline: GuardedRequest
}

/** Shops on a loopback port; each name leads there, except for IP addresses, which stay what they are. */
export async function startShopSimulator({ timeoutMs = 2000 } = {}): Promise<ShopSimulator> {
  const paths = new Map<string, Respond>()
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = http.createServer((request, response) => {
    const host = request.headers.host?.split(':')[0]
    requests.push(`${request.method} ${host}${request.url}`)
    headers.push(request.headers)
    const respond = paths.get(new URL(request.url ?? '/', 'http://x').pathname)
    if (respond) respond(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const resolve: Resolve = async (host) => {
    if (isIP(host)) return [{ address: host, family: isIP(host) }]
    if (host.endsWith('.gone')) throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const userAgent = 'Dewlight (http://localhost:3000)'
  return {
    at: (host, path) => `http://${host}:${port}${path}`,
    on: (path, respond) => void paths.set(path, respond),
    requests,
    headers,
    request: createGuardedRequest({
      userAgent,
      timeoutMs,
      resolve,
      allows: (address, at) => (address === '127.0.0.1' && at === port ? undefined : 'private-address'),
    }),
    offline: createGuardedRequest({
      userAgent,
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    }),
  }
}

export const sendPage =
  (body: string, headers: Record<string, string> = {}): Respond =>
  (request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', ...headers })
      .end(request.method === 'HEAD' ? undefined : body)

export const sendStatus =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    void response.writeHead(status, headers).end()

export const redirectTo = (location: string, headers: Record<string, string> = {}, status = 302) =>
  sendStatus(status, { location, ...headers })
