import type { Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** In milliseconds. */
const SECOND = 1000

/** What node:http itself refuses or cuts; sizes in bytes, times in milliseconds. */
export const serverOptions = {
  maxHeaderSize: 16 * 1024,
  /** Half-open connections, and those that send their headers drop by drop. */
  headersTimeout: 15 * SECOND,
  /** A whole request with its body; an upload itself is given two minutes. */
  requestTimeout: 150 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
  /** Longer than the minute for which nginx and Caddy keep their side, so that neither sends into a closed connection. */
  keepAliveTimeout: 65 * SECOND,
  requireHostHeader: true,
} satisfies ServerOptions

/**
 * Connections that wait to be taken; the system may allow fewer. With node's 511 a burst of some thousands overflows it, and
 * whoever is turned away believes to be connected.
 */
export const BACKLOG = 4096
/** Connections of a process at a time; what comes beyond is closed at once. */
const CONNECTIONS_MAX = 10_000
const HEADERS_MAX = 100
/** A reader who takes nothing of a waiting answer for so long is gone, in milliseconds. */
const STALL_TIMEOUT = 60 * SECOND

/** Puts the limits on a server that the options do not hold, and cuts readers who take nothing. */
export function applyServerLimits(server: Server, { readerPause: stallTimeout = STALL_TIMEOUT } = {}): Server {
  server.maxConnections = CONNECTIONS_MAX
  server.maxHeadersCount = HEADERS_MAX
  /** The last answer of each connection; asked only when one pauses, so that no answer pays for a listener. */
  const responses = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => void responses.set(socket, response))
  server.setTimeout(stallTimeout, (socket) => {
    const current = responses.get(socket)
    const isResponding = current !== undefined && !current.writableFinished && !current.destroyed
    // What takes long to answer, as a backup does, is no reader's fault.
    if (isResponding && socket.writableLength === 0) return
    socket.destroy()
  })
  return server
}
