import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fromNotice, NOTICE_CHANNEL, PURGE_ALL, type Purge, toNotice } from './purge-notices.ts'

export type PgNotify = {
  /** Calls `purge` for each notice, those of this host included, and for everything after a connection. */
  listen(purge: (purge: Purge) => void): void
  /** Calls `onSync` now and when it changes: whether notices are known to arrive. */
  onSync(onSync: (isInSync: boolean) => void): void
  close(): Promise<void>
}

export type PgNotifyOptions = {
  /** Called once for each time that the connection is lost. */
  onLost(error: unknown): void
  /** Called when the connection works again after a loss. */
  onFound?(): void
}

/**
 * A heartbeat is a notification to ourselves, which proves the whole path: the network, a writable server, and that it
 * still listens for us. With both bounds a connection that dies silently is known after five seconds at most.
 */
const HEARTBEAT_MS = 1000
const HEARTBEAT_TIMEOUT_MS = 3000
const CONNECT_TIMEOUT_MS = 3000
const RECONNECT_MS = 1000
/** A graceful end waits no longer for a server that does not respond. */
const END_TIMEOUT_MS = 500

/** Sends a purge to all hosts on a database, from a process that serves nothing itself. */
export async function notifyHosts(databaseUrl: string, purge: Purge): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_notify($1, $2)', [NOTICE_CHANNEL, toNotice(purge)])
  } finally {
    await client.end()
  }
}

/** Receives the purges of all hosts with PostgreSQL's LISTEN. After each reconnect everything is purged. */
export function createPgNotify(databaseUrl: string, { onLost, onFound }: PgNotifyOptions): PgNotify {
  const closing = new AbortController()
  let purge: (purge: Purge) => void = () => {}
  let onSync: (isInSync: boolean) => void = () => {}
  let isInSync = false
  let isReported = false

  function setInSync(value: boolean): void {
    if (value === isInSync) return
    isInSync = value
    onSync(value)
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await listenOnce()
      } catch (error) {
        setInSync(false)
        if (closing.signal.aborted) return
        if (!isReported) onLost(error)
        isReported = true
        await pause(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  /** Listens until the connection is lost, then throws. */
  async function listenOnce(): Promise<void> {
    const connection = await openConnection(databaseUrl, closing.signal, (notice) => purge(fromNotice(notice)))
    try {
      for (;;) {
        await connection.beat()
        if (!isInSync) {
          // Notices may have been missed.
          purge(PURGE_ALL)
          setInSync(true)
          if (isReported) onFound?.()
          isReported = false
        }
        await connection.untilLost(HEARTBEAT_MS)
      }
    } finally {
      setInSync(false)
      await connection.close()
    }
  }

  const running = run()
  return {
    listen(listener) {
      purge = listener
    },
    onSync(listener) {
      onSync = listener
      listener(isInSync)
    },
    async close() {
      closing.abort(new Error('closed'))
      await running
    },
  }
}

/** Connects and listens. The connection counts as lost when `signal` is aborted, too. */
async function openConnection(connectionString: string, signal: AbortSignal, onNotice: (notice: string) => void) {
  // Our own socket, since `client.end` waits for a server that may not respond any more.
  const socket = new Socket()
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {})
  const heartbeats = `dewlight_heartbeat_${randomUUID().replaceAll('-', '')}`
  let onBeat = () => {}
  client.on('error', lose)
  client.once('end', () => lose(new Error('the connection for notices of changes was lost')))
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === heartbeats) onBeat()
    else onNotice(payload)
  })
  const onAbort = () => lose(signal.reason)
  signal.addEventListener('abort', onAbort)

  async function close(): Promise<void> {
    signal.removeEventListener('abort', onAbort)
    if (signal.aborted) await Promise.race([client.end().catch(() => {}), pause(END_TIMEOUT_MS)])
    socket.destroy()
  }

  /** Throws if the notification does not come back in time. */
  async function beat(): Promise<void> {
    const { promise: returned, resolve } = Promise.withResolvers<void>()
    onBeat = resolve
    const sent = client.query('select pg_notify($1, $2)', [heartbeats, ''])
    await within(HEARTBEAT_TIMEOUT_MS, Promise.race([Promise.all([sent, returned]), lost]))
  }

  try {
    signal.throwIfAborted()
    await Promise.race([client.connect(), lost])
    await within(
      CONNECT_TIMEOUT_MS,
      Promise.race([client.query(`listen ${NOTICE_CHANNEL}; listen ${heartbeats}`), lost]),
    )
  } catch (error) {
    await close()
    throw error
  }
  return {
    beat,
    /** Resolves after the given time; throws as soon as the connection is lost. */
    untilLost: (ms: number) => Promise.race([pause(ms, undefined, { ref: false }), lost]),
    close,
  }
}

/** Rejects after a time in which the event loop could have read the response. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timeout = setTimeout(
    // Messages that arrived while the event loop was blocked are read before this.
    () => setImmediate(() => reject(new Error('the connection for notices of changes does not respond'))),
    ms,
  )
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timeout)
  }
}
