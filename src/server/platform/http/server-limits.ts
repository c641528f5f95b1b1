import type { Server, ServerOptions } from 'node:http'
import { connectionsOf, isPending } from './connections.ts'

/** In milliseconds. */
const SECOND = 1000

/** Limits that node:http enforces; sizes in bytes, times in milliseconds. */
export const serverOptions = {
  maxHeaderSize: 16 * 1024,
  /** Ends half-open connections and slow headers (Slowloris). */
  headersTimeout: 15 * SECOND,
  /** Limits a whole request with its body; an upload has its own limit of two minutes. */
  requestTimeout: 150 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
  /** Longer than the 60 s of nginx and Caddy, so that neither reuses a connection that is being closed. */
  keepAliveTimeout: 65 * SECOND,
  requireHostHeader: true,
} satisfies ServerOptions

/**
 * Length of the accept queue; the system may allow less. A burst of a few thousand connections overflows node's default
 * of 511, and the clients believe that they are connected.
 */
export const BACKLOG = 4096
/** Connections per process; further ones are closed at once. */
const CONNECTIONS_MAX = 10_000
const HEADERS_MAX = 100
/** Milliseconds after which a client that reads nothing of a pending response is disconnected. */
const STALL_TIMEOUT = 60 * SECOND

/** Applies limits that are not among the server options, and disconnects stalled clients. */
export function applyServerLimits(server: Server, { readerPause: stallTimeout = STALL_TIMEOUT } = {}): Server {
  server.maxConnections = CONNECTIONS_MAX
  server.maxHeadersCount = HEADERS_MAX
  const connections = connectionsOf(server)
  server.setTimeout(stallTimeout, (socket) => {
    // The server is still working on a slow response, such as a backup.
    if (isPending(connections.get(socket)) && socket.writableLength === 0) return
    socket.destroy()
  })
  return server
}
