import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections, each with its last response, also if that has ended; undefined before the first request. */
export type Connections = ReadonlyMap<Socket, ServerResponse | undefined>

const tracked = new WeakMap<Server, Connections>()

/** Tracks the connections of a server from the first call. */
export function connectionsOf(server: Server): Connections {
  return tracked.get(server) ?? track(server)
}

function track(server: Server): Connections {
  const connections = new Map<Socket, ServerResponse | undefined>()
  tracked.set(server, connections)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    // A request that was received together with the end of its connection.
    if (connections.has(socket)) connections.set(socket, response)
  })
  return connections
}

export function isPending(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.writableFinished && !response.destroyed
}
