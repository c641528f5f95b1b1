import { connect as connectSocket } from 'node:net'
import pg from 'pg'

/** A connection to PostgreSQL, with what the pool and the driver know about it. */
export class PostgresClient extends pg.Client {
  /** The process that the cancel key names: PgBouncer's own number, or that of the server's process. */
  declare readonly processID: number | null
  declare readonly secretKey: number | null
  /** Set by the pool. */
  declare readonly release: (isLost: boolean) => void
  /** No pooler lies between: settings and prepared statements stay with this connection. */
  isDirect = false
  /** Connections of an earlier generation than the pool's are closed. */
  generation = 0
  /** Names of the statements prepared on it. */
  readonly names = new Set<string>()

  /** Closes the connection at once; its query rejects. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  /** Cancels the running statement on the server, which would go on otherwise (CancelRequest, protocol 53.2.8). */
  cancelStatement(): void {
    if (this.processID === null || this.secretKey === null || this.host.startsWith('/')) return
    const request = Buffer.alloc(16)
    for (const [i, value] of [16, 80_877_102, this.processID, this.secretKey].entries())
      request.writeInt32BE(value | 0, i * 4)
    const socket = connectSocket(this.port, this.host)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('error', () => {})
    socket.unref()
    socket.end(request)
  }
}
