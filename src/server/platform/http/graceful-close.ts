import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises'
import { type Connections, connectionsOf, isPending } from './connections.ts'
import { CHECK_EVERY, failHealthCheck, isHealthCheck, untilQuiet } from './lame-duck.ts'

/** Checks for requests that a proxy sends on an idle connection before it can know that the connection closes. */
const GRACE_CHECKS = 10
/**
 * Checks for the first request of a connection that was opened since the close began: a proxy on a busy machine may send its
 * write later, and does not repeat it.
 */
const SILENT_CHECKS = 50
/** Milliseconds for connections that wait to be accepted, on a machine that is overloaded; otherwise it takes a few turns. */
const ACCEPT = 3000
/** Milliseconds of a turn in which hardly a connection can have arrived. */
const SHORT_ITERATION_MS = 3
/** Milliseconds without a connection: clients on a busy machine may be in the middle of connecting. */
const QUIET = 25
/** Milliseconds from the start of the stop for requests in progress. */
const FINISH = 8000

type CloseOptions = {
  finish?: number
  /** Whether other processes listen on the same socket, and go on: then new connections are left to them. */
  othersListen?: () => boolean
}

/**
 * Closes a server without failing a request: health checks fail from now on, each response says `Connection: close`, new
 * connections are served until a load balancer has noticed, requests in progress finish. After `FINISH` the rest is cut,
 * except for writes received completely, which may have been committed. Returns a function that closes the server on its
 * first call.
 */
export function createGracefulClose(server: Server, options: CloseOptions = {}): () => Promise<void> {
  const { finish = FINISH, othersListen = () => false } = options
  const connections = connectionsOf(server)
  const stopListening = server.close.bind(server)
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close(server, { connections, stopListening, finish, othersListen })
    return closing
  }
}

type Closing = Required<CloseOptions> & { connections: Connections; stopListening: Server['close'] }

async function close(server: Server, closing: Closing): Promise<void> {
  const { connections, stopListening, finish, othersListen } = closing
  const cutAt = performance.now() + finish
  const requests = takeOver(server, closing)
  // Connections that are silent during the whole grace are not waited for again.
  const silent = new WeakMap<Socket, number>([...connections.keys()].map((socket) => [socket, SILENT_CHECKS]))
  await untilQuiet(server, othersListen)
  for (let check = 0; othersListen() && check < GRACE_CHECKS && connections.size > 0; check++) await sleep(CHECK_EVERY)
  requests.hold()
  await emptyAcceptQueue(server)
  const closed = new Promise<void>((resolve) => stopListening(() => resolve()))
  requests.release()
  const checking = setInterval(() => {
    server.closeIdleConnections()
    const isOver = performance.now() >= cutAt
    for (const [socket, response] of connections) {
      const checks = response || socket.bytesRead > 0 ? 0 : (silent.get(socket) ?? 0) + 1
      silent.set(socket, checks)
      if (checks > SILENT_CHECKS || (isOver && !isWriting(response))) socket.destroy()
    }
  }, CHECK_EVERY)
  await closed
  clearInterval(checking)
}

/**
 * Makes the next response of each connection its last. Replaces the listener, so that requests in normal operation cost
 * nothing more.
 */
function takeOver(server: Server, { connections, othersListen }: Closing) {
  const last = new WeakSet<Socket>()
  const announce = (socket: Socket, response: ServerResponse) => {
    last.add(socket)
    response.setHeader('connection', 'close')
  }
  for (const [socket, response] of connections)
    if (isPending(response) && !response.headersSent) announce(socket, response)
  const listeners = server.listeners('request') as RequestListener[]
  let held: (() => void)[] | undefined
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // Pipelined after the request whose response closes the connection: the client sends it again elsewhere.
    if (last.has(request.socket)) return
    announce(request.socket, response)
    if (isHealthCheck(request) && !othersListen()) return failHealthCheck(response)
    const handle = () => {
      for (const listener of listeners) listener(request, response)
    }
    if (held) held.push(handle)
    else handle()
  })
  return {
    hold(): void {
      held = []
    },
    release(): void {
      const waiting = held ?? []
      held = undefined
      for (const handle of waiting) handle()
    },
  }
}

/**
 * Connections left in the queue would be reset. Node accepts one in each turn of the event loop, so the queue is empty after
 * a while without one, unless connections arrived during the last turn.
 */
async function emptyAcceptQueue(server: Server): Promise<void> {
  const begun = performance.now()
  let quietSince = begun
  const onConnection = () => {
    quietSince = performance.now()
  }
  server.on('connection', onConnection)
  for (let isQuiet = false; !isQuiet && performance.now() < begun + ACCEPT; ) {
    const iterationStart = performance.now()
    await nextIteration()
    const iterationEnd = performance.now()
    isQuiet = iterationEnd - iterationStart < SHORT_ITERATION_MS && iterationEnd - quietSince >= QUIET
  }
  server.off('connection', onConnection)
}

function isWriting(response: ServerResponse | undefined): boolean {
  if (!isPending(response)) return false
  const { method, complete } = response.req
  return complete && method !== 'GET' && method !== 'HEAD'
}
