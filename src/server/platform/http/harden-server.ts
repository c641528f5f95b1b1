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
export const READER_PAUSE = 60 * SECOND

/** Puts the limits on a server that the options do not hold, and cuts readers who take nothing. */
export function hardenServer(server: Server, { readerPause = READER_PAUSE } = {}): Server {
  server.maxConnections = CONNECTIONS_MAX
  server.maxHeadersCount = HEADERS_MAX
  /** The last answer of each connection; asked only when one pauses, so that no answer pays for a listener. */
  const answers = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => void answers.set(socket, response))
  server.setTimeout(readerPause, (socket) => {
    const answer = answers.get(socket)
    const isAnswering = answer !== undefined && !answer.writableFinished && !answer.destroyed
    // What takes long to answer, as a backup does, is no reader's fault.
    if (isAnswering && socket.writableLength === 0) return
    socket.destroy()
  })
  return server
}
