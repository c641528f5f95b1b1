import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A TCP proxy to a PostgreSQL server that can stop forwarding without closing anything, like a NAT that has dropped a
 * connection: no FIN, no RST.
 */
export async function tcpProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let isRefusing = false
  const server = createServer((client) => {
    if (isRefusing) return void client.resetAndDestroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isFrozen || to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!isFrozen) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      isFrozen = true
    },
    /** Resets all connections and new ones, like a server that has stopped. */
    refuse() {
      isRefusing = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** Forwards new connections again; bytes sent meanwhile are lost. */
    thaw() {
      for (const socket of sockets) socket.destroy()
      isFrozen = false
      isRefusing = false
    },
  }
}
