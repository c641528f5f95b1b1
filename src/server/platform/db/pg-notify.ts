import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
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
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_notify($1, $2)', [NOTICE_CHANNEL, toNotice(purge)])
  } finally {
    await client.end()
  }
}

type State = PgNotifyOptions & {
  databaseUrl: string
  closing: AbortController
  purge(purge: Purge): void
  onSync(isInSync: boolean): void
  isInSync: boolean
  /** Whether the loss of the connection was reported. */
  isReported: boolean
}

/** Receives the purges of all hosts with PostgreSQL's LISTEN. After each reconnect everything is purged. */
export function createPgNotify(databaseUrl: string, options: PgNotifyOptions): PgNotify {
  const state: State = {
    ...options,
    databaseUrl,
    closing: new AbortController(),
    purge() {},
    onSync() {},
    isInSync: false,
    isReported: false,
  }
  const running = run(state)
  return {
    listen(listener) {
      state.purge = listener
    },
    onSync(listener) {
      state.onSync = listener
      listener(state.isInSync)
    },
    async close() {
      state.closing.abort(new Error('closed'))
      await running
    },
  }
}

async function run(state: State): Promise<void> {
  const { signal } = state.closing
  while (!signal.aborted) {
    try {
      await listenOnce(state)
    } catch (error) {
      setInSync(state, false)
      if (signal.aborted) return
      if (!state.isReported) state.onLost(error)
      state.isReported = true
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** Listens until the connection is lost, then throws. */
async function listenOnce(state: State): Promise<void> {
  const { databaseUrl, closing } = state
  const connection = await openConnection(databaseUrl, closing.signal, (notice) => state.purge(fromNotice(notice)))
  try {
    for (;;) {
      await connection.beat()
      if (!state.isInSync) {
        // Notices may have been missed.
        state.purge(PURGE_ALL)
        setInSync(state, true)
        if (state.isReported) state.onFound?.()
        state.isReported = false
      }
      await connection.untilLost(HEARTBEAT_MS)
    }
  } finally {
    setInSync(state, false)
    await connection.close()
  }
}

function setInSync(state: State, isInSync: boolean): void {
  if (isInSync === state.isInSync) return
  state.isInSync = isInSync
  state.onSync(isInSync)
}

/** Connects and listens. The connection counts as lost when `signal` is aborted, too. */
async function openConnection(connectionString: string, signal: AbortSignal, onNotice: (notice: string) => void) {
  const { default: pg } = await import('pg')
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
