import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { FetchOptions } from '../src/server/shop/earnings/accounts/run-fetches.ts'

type Received = { url: URL; authorization: string | undefined; body: string }
type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string; drop?: boolean }

/** An HTTP server in place of the APIs of networks; pauses are noted and not waited for. */
export async function fakeNetworks() {
  const requests: Received[] = []
  const pauses: number[] = []
  const state = { requests, pauses, answer: (_: Received): Answer => ({ json: [] }) }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const received = { url: new URL(request.url!, 'http://x'), authorization: request.headers.authorization, body }
    requests.push(received)
    const { status = 200, headers, json, text = JSON.stringify(json ?? null), drop } = state.answer(received)
    if (drop) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options: FetchOptions = {
    apis: { awin: base, cj: base, impact: base },
    wait: async (milliseconds) => void pauses.push(milliseconds),
  }
  return Object.assign(state, { options })
}
